// The board of Rouge et Noir. No rules here: a card goes where a legal action says that it can go.

import { useEffect, useRef, useState } from 'preact/hooks';
import {
  ActionBar, Banner, Button, cardThe, CardTable, later, Spot, ToastLine, useKeys, useMoves, useRoom, who,
  type BoardProps, type Event, type GameUi, type Place, type T,
} from '@cardroom/ui';
import { LookBack, useHelp } from '@cardroom/help';
import './board.css';
import { layout, type RougeFrame } from './layout';
import { placeOf, staying, type Stays } from './stays';
import { useTyped } from './typed';
import type { Legal, View } from './types.gen';
import type { Copy } from './where';

const FindSheet = later(async () => (await import('./find')).FindSheet);
const Told = later(async () => (await import('./find')).Told);

function Board({ frame, send, ask, hint, help, t }: BoardProps<View, Legal>) {
  const { settings } = useRoom();
  const [finishing, finish] = useState(false);
  const [looking, look] = useState(false);
  const [sought, seek] = useState<{ n: number | null; card: string; copies: Copy[] } | null>(null);
  const { view } = frame;
  // What was found was found on this table: the next has nothing marked.
  const found = sought?.n === frame.n ? sought : null;
  const unmark = () => seek(sought && { ...sought, n: null });
  useKeys((e) => {
    if (e.key === '/') look(true);
    return e.key === '/';
  });
  const legal = (action: string) => frame.legal.some((l) => l.action === action);

  // A pile has one card that can move, so a movement is named by its pile: two queens of spades are two cards.
  const moves = useMoves({
    moves: [...frame.legal].sort((a, b) => Number(b.best) - Number(a.best)).flatMap((l) => (l.from === null ? [] : [{ card: l.from, to: pileOf(l), action: l.action }])),
    send,
    refuse: (card, pile) => {
      const to = pile === null ? null : /^f\d$/.test(pile) ? 'f' : pile;
      if (card.tag && to && to !== card.tag) void ask(`${card.tag} ${to}`);
    },
  });
  useTyped((pile) => {
    const from = moves.chosen;
    if (from === null) {
      if (frame.legal.some((l) => l.from === pile)) moves.choose(pile);
      // A discard pile that gives nothing takes: the card in hand is all that may lie there.
      else if (pile === 'discard' && legal('hand discard')) void discard();
      return;
    }
    const there = frame.legal.filter((l) => l.from === from && (from === pile || pileOf(l) === pile));
    const move = there.find((l) => l.best) ?? there[0];
    if (move) void send(move.action); else void ask(`${from} ${pile}`);
    moves.escape?.();
  });
  const source = (place: Place): Place => ({ ...place, key: place.tag ?? place.key });
  // The next card in hand is another card: what was lifted is let go with it.
  const discard = () => { moves.escape?.(); return send('hand discard'); };
  const turn = async () => {
    while (going.current) await going.current;
    const now = seen.current.frame ?? frame;
    // The card in hand must lie somewhere before the next is turned: a tap on the stock means both. [R4]
    if (now.legal.some((l) => l.action === 'hand discard') && (await discard()) !== null) return;
    await send(now.view.stock === 0 ? 'redeal' : 'turn');
  };
  const touches = {
    tap: (place: Place) => {
      if (place.pile === 'stock') { void turn(); return; }
      const best = frame.legal.find((l) => l.best && l.from === place.tag);
      if (best && settings.oneTap && moves.chosen === null) void send(best.action);
      else moves.tap!(source(place));
    },
    twice: (place: Place) => { if (place.pile === 'stock') void turn(); else moves.twice?.(source(place)); },
    pile: (pile: string) => { if (pile === 'stock') void turn(); else moves.pile?.(pile); },
    drop: (place: Place, pile: string) => moves.drop!(source(place), pile),
    miss: (place: Place, pile: string) => moves.miss?.(place, pile),
    escape: () => { moves.escape?.(); unmark(); },
  };

  // What goes by itself, until it is answered: the card in hand may be what goes.
  const going = useRef<Promise<unknown> | null>(null);
  const alone = (action: string) => {
    const sent: Promise<unknown> = send(action, frame.at).then(() => { if (going.current === sent) going.current = null; });
    going.current = sent;
  };

  // The rest plays itself: each frame brings the next card home.
  useEffect(() => {
    if (!finishing) return;
    const home = frame.legal.find((l) => l.to === 'f');
    if (home) alone(home.action); else finish(false);
  }, [finishing, frame.n]);

  // What the reader lets go home by itself goes after each move of theirs, never after one that was taken back; and what was taken
  // back from there stays. A step that is only looked at is no move.
  const seen = useRef<{ frame: RougeFrame | null; stays: Stays }>({ frame: null, stays: new Set() });
  if (frame.n > 0 && seen.current.frame !== frame) seen.current = { frame, stays: staying(seen.current.stays, seen.current.frame, frame) };
  useEffect(() => {
    if (finishing || settings.autoHome === 'off' || frame.redo > 0) return;
    const home = frame.legal.find((l) => l.to === 'f' && (l.safe || settings.autoHome === 'always') && !seen.current.stays.has(placeOf(frame, l.from!)));
    if (home) alone(home.action);
  }, [frame.n, settings.autoHome]);

  return (
    <CardTable layout={(size) => layout(frame, size, moves, t, hint, found?.copies)} {...touches}>
      <Spot at="facts"><Facts frame={frame} t={t} /></Spot>
      <Spot at="counts"><p class="rn-counts"><span>{t('pile.stock', { n: view.stock })}</span><span>{t('pile.discard', { n: view.discard.length })}</span></p></Spot>
      {found && ['card0', 'card1', 'pile0', 'pile1'].map((at) => <Spot key={at} at={at}><i class={`rn-mark${at.startsWith('pile') ? ' within' : ''}`}><Loupe /></i></Spot>)}
      <Spot at="find">
        <div class={`rn-find${found ? ' found' : ''}`}>
          <p role="status">{found && <Told card={found.card} copies={found.copies} t={t} />}</p>
          <span class="rn-find-tools">
            <Button kind="quiet" does="find" shortcut="/" onPress={() => look(true)}><Loupe /><span class={found ? 'visually-hidden' : ''}>{t('find.open')}</span></Button>
            {found && <button type="button" class="icon-button" data-do="find-close" aria-label={t('find.close')} onClick={unmark}><svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg></button>}
          </span>
        </div>
      </Spot>
      <Spot at="bar">
        <ActionBar label={t('game.actions')}>
          {!view.over && <ToastLine />}
          {help}
          {view.over && <Banner>{view.won ? t('said.won') : t('said.lost', { n: view.points })}</Banner>}
          {legal('hand discard') && <Button does="discard" shortcut="x" onPress={() => void discard()}>{t('do.discard')}</Button>}
          {view.finishable && frame.must.length > 0 && <Button kind="primary" does="finish" onPress={() => finish(true)}>{t('do.finish')}</Button>}
          {legal('redeal') && <Button kind="primary" does="redeal" shortcut="Space" onPress={() => void turn()}>{t('do.redeal')}</Button>}
          {!frame.named && frame.must.length > 0 && view.stock > 0 && <Button does="turn" kind={view.hand ? 'plain' : 'primary'} shortcut="Space" onPress={() => void turn()}>{t('do.turn')}</Button>}
        </ActionBar>
      </Spot>
      {looking && <FindSheet view={view} last={sought?.card ?? null} t={t} onClose={() => look(false)} onFind={(card, copies) => { look(false); seek({ n: frame.n, card, copies }); }} />}
    </CardTable>
  );
}

const Loupe = () => <svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.3 10.3L14 14" /></svg>;

const pileOf = (l: Legal): string => (l.foundation !== null ? `f${l.foundation}` : l.to!);

/** Deal number, passes, moves, time, and how far it has come. */
function Facts({ frame, t }: { frame: RougeFrame; t: T }) {
  const { view } = frame;
  return (
    <p class="rn-facts">
      <b>{t('said.home', { n: view.points })}</b>
      <Passes view={view} t={t} />
      <span>{t('said.moves', { n: view.moves })}</span>
      <Clock frame={frame} />
    </p>
  );
}

/** A lamp for each pass through the stock: the one that burns is the present one. */
function Passes({ view, t }: { view: View; t: T }) {
  const words = view.redeals_left === null ? t('said.redeals_without_end')
    : view.redeals_left === 0 ? t('said.no_redeal') : t('said.redeals_left', { n: view.redeals_left });
  const all = view.redeals_left === null ? 0 : view.redeals_used + view.redeals_left + 1;
  return (
    <span class="rn-passes" title={words}>
      {Array.from({ length: all }, (_, i) => <i key={i} class={i === view.redeals_used ? 'now' : i < view.redeals_used ? 'gone' : ''} aria-hidden="true" />)}
      <span>{words}</span>
    </span>
  );
}

function Clock({ frame }: { frame: RougeFrame }) {
  const [, tick] = useState(0);
  const [base] = useState({ n: -1, start: 0 });
  if (base.n !== frame.n) { base.n = frame.n; base.start = Date.now() - frame.server_ms; }
  const running = frame.phase === 'deal';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const s = Math.max(0, Math.floor((running ? Date.now() - base.start : frame.server_ms) / 1000));
  return <time>{Math.floor(s / 60)}:{String(s % 60).padStart(2, '0')}</time>;
}

function say(event: Event, _before: RougeFrame, after: RougeFrame, t: T): string[] {
  if (event.seat === null) return [];
  const last = after.view.last;
  const name = (card: string | null | undefined) => (card ? cardThe(card, t.language) : '');
  const [from, to] = event.action.split(' ');
  const tableau = (id: string) => t('pile.tableau', { n: Number(id.slice(1)) });
  const mine = last?.action === event.action;
  const card = name(mine ? last?.card : null);
  const lines = [
    from === 'turn' ? who(t, after, event.seat, 'log.turn', { card })
    : from === 'redeal' ? who(t, after, event.seat, 'log.redeal')
    : to === 'f' ? who(t, after, event.seat, 'log.foundation', { card })
    : to === 'discard' ? who(t, after, event.seat, 'log.discard', { card })
    : who(t, after, event.seat, 'log.move', { card, tableau: tableau(to!) }),
  ];
  if (mine) lines.push(...last.filled.map((f) => t('log.filled', { card: name(f.card), tableau: tableau(f.tableau) })));
  return lines;
}

function choice({ action, card, to }: Legal, _: RougeFrame, t: T): string {
  const name = card ? cardThe(card, t.language) : '';
  if (action === 'turn') return t('do.turn');
  if (action === 'redeal') return t('do.redeal');
  if (to === 'f' || action.endsWith(' f')) return t('choice.home', { card: name });
  if (action.endsWith(' discard')) return t('choice.discard', { card: name });
  return t('choice.move', { card: name, tableau: t('pile.tableau', { n: Number(action.split(' ')[1]!.slice(1)) }) });
}

const chapter = ({ view }: RougeFrame, before: RougeFrame | null, t: T): string | null =>
  (before === null || view.redeals_used > before.view.redeals_used ? t('chapter.pass', { n: view.redeals_used + 1 }) : null);

const keys = [['Space', 'do.turn'], ['Space', 'do.redeal'], ['x', 'do.discard'], ['/', 'find.open'], ['u', 'game.undo'], ['U', 'game.redo']] as const;

export default { id: 'rouge-et-noir', Board, keys, say, choice, chapter, help: { useHelp, LookBack } } satisfies GameUi<View, Legal>;
