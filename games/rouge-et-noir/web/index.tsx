// The board of Rouge et Noir. It contains no rules: the legal actions from the server say where a card can go.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  ActionBar,
  Banner,
  Button,
  cardThe,
  CardTable,
  later,
  refusalWords,
  Spot,
  ToastLine,
  useKeys,
  useMoves,
  usePage,
  who,
  type BoardProps,
  type PublicEvent,
  type GameUi,
  type Place,
  type T,
} from '@cardroom/ui';
import { Helped, LookBack, PlayTime } from '@cardroom/help';
import './board.css';
import { keys } from './keys';
import { layout, type RougeFrame } from './layout';
import { placeOf, staying, type Stays } from './stays';
import { useTyped } from './typed';
import type { Legal, View } from './types.gen';
import type { Copy } from './where';

const Cascade = later(() => import('./Cascade'), 'Cascade');
const FindSheet = later(() => import('./find'), 'FindSheet');
const FoundWords = later(() => import('./find'), 'Told');

function Board({ frame, send, ask, hint, help, t }: BoardProps<View, Legal>) {
  const { settings } = usePage();
  const [finishing, finish] = useState(false);
  const [looking, look] = useState(false);
  const [sought, seek] = useState<{ n: number | null; card: string; copies: Copy[] } | null>(null);
  const { view } = frame;
  // The marks of a search belong to one position and are not shown on the next one.
  const found = sought?.n === frame.n ? sought : null;
  const unmark = () => seek(sought && { ...sought, n: null });
  // A reason for a refusal is shown only on the position in which it arose.
  const [shown, setReason] = useState<Told | null>(null);
  const [hushed, hush] = useState<string | null>(null);
  useEffect(() => hush(null), [frame.n, hint]);
  const reason = shown?.n === frame.n ? shown : null;
  const refuse = (refusal: { key: string; rule: string | null; words: string } | null, about: string[]) => {
    if (refusal) setReason({ n: frame.n, words: refusalWords(refusal, t), rule: refusal.rule, about });
  };
  const why = async (from: string, to: string) => {
    if (frame.phase === 'deal' && !NOWHERE.includes(to))
      refuse(await ask(`${from} ${/^f\d$/.test(to) ? 'f' : to}`, true), [from, to]);
  };
  useKeys((e) => {
    if (e.key === '/') look(true);
    return e.key === '/';
  });
  const legal = (action: string) => frame.legal.some((l) => l.action === action);
  const turns = !frame.named && frame.must.length > 0 && view.stock > 0;

  // Only one card of a pile can move, so a move names the pile of the card. The name of the card would be ambiguous,
  // because there are two copies of the card.
  const moves = useMoves({
    moves: [...frame.legal]
      .sort((a, b) => Number(b.best) - Number(a.best))
      .flatMap((l) => (l.from === null ? [] : [{ card: l.from, to: pileOf(l), action: l.action }])),
    send,
    // If a card is dropped on its own pile, the server is asked why the card can go nowhere else.
    refuse: (card, pile) => {
      if (card.tag) void why(card.tag, pile ?? card.tag);
    },
  });
  useTyped((pile) => {
    const from = moves.chosen;
    if (from === null) {
      if (frame.legal.some((l) => l.from === pile)) moves.choose(pile);
      // If no card can be moved from the discard pile, its key discards the card in hand.
      else if (pile === 'discard' && legal('hand discard')) void discard();
      return;
    }
    const there = frame.legal.filter((l) => l.from === from && (from === pile || pileOf(l) === pile));
    const move = there.find((l) => l.best) ?? there[0];
    if (move) void send(move.action);
    else void why(from, pile);
    moves.escape?.();
  });
  const source = (place: Place): Place => ({ ...place, key: place.tag ?? place.key });
  // The selection ends, because after the discard it would refer to the next card in hand.
  const discard = () => {
    moves.escape?.();
    return send('hand discard');
  };
  const turn = async () => {
    while (going.current) await going.current;
    const now = seen.current.frame ?? frame;
    // A tap on the stock discards the card in hand and turns up the next card, because there is at most one card in
    // hand. [R4]
    if (now.legal.some((l) => l.action === 'hand discard') && (await discard()) !== null) return;
    await send(now.view.stock === 0 ? 'redeal' : 'turn');
  };
  const touches = {
    tap: (place: Place) => {
      if (place.pile === 'stock') {
        void turn();
        return;
      }
      const best = frame.legal.find((l) => l.best && l.from === place.tag);
      if (best && settings.oneTap && moves.chosen === null) {
        void send(best.action);
        return;
      }
      const [from, onto] = [moves.chosen, place.pile];
      // The selected card cannot go to this pile, and no card of this pile can be selected in its place.
      if (
        from !== null &&
        from !== onto &&
        !frame.legal.some((l) => l.from === onto || (l.from === from && pileOf(l) === onto))
      ) {
        moves.escape?.();
        void why(from, onto);
      } else moves.tap!(source(place));
    },
    inert: (place: Place) => {
      if (moves.chosen !== null) {
        void why(moves.chosen, place.pile);
        moves.escape?.();
      } else if (/^f\d$/.test(place.pile)) refuse(STAYS, [place.pile]);
      else refuse(COVERED, [place.pile]);
    },
    twice: (place: Place) => {
      if (place.pile === 'stock') void turn();
      else moves.twice?.(source(place));
    },
    pile: (pile: string) => {
      if (pile === 'stock') void turn();
      else if (moves.chosen !== null && !moves.targets(pile)) {
        void why(moves.chosen, pile);
        moves.escape?.();
      } else moves.pile?.(pile);
    },
    drop: (place: Place, pile: string) => moves.drop!(source(place), pile),
    miss: (place: Place, pile: string) => moves.miss?.(place, pile),
    escape: () => {
      moves.escape?.();
      unmark();
      setReason(null);
      hush(hint);
    },
  };

  // The promise of the automatic move, until the server has answered. The automatic move may use the card in hand, so
  // `turn` waits for this promise.
  const going = useRef<Promise<unknown> | null>(null);
  const alone = (action: string) => {
    const sent: Promise<unknown> = send(action, frame.at).then(() => {
      if (going.current === sent) going.current = null;
    });
    going.current = sent;
  };

  // `celebrates` is true only for a deal that was won while the player watched. If the deal was won before the page was
  // opened, `celebrates` is false.
  const open = useRef<number | null>(null);
  if (!view.over) open.current = frame.deal;
  const celebrates =
    view.won && open.current === frame.deal && frame.n > 0 && !settings.reducedMotion && settings.flightMs > 0;
  if (view.finishable) Cascade.begin();

  // While the deal finishes automatically, the next card goes to its foundation after each frame.
  useEffect(() => {
    if (!finishing) return;
    const home = frame.legal.find((l) => l.to === 'f');
    if (home) alone(home.action);
    else finish(false);
  }, [finishing, frame.n]);

  // If the player wants it, cards go to the foundations automatically after each of the player's moves, but not after
  // an undo. A card that was taken back stays. Looking at a past position does not count as a move.
  const seen = useRef<{ frame: RougeFrame | null; stays: Stays }>({ frame: null, stays: new Set() });
  if (frame.n > 0 && seen.current.frame !== frame)
    seen.current = { frame, stays: staying(seen.current.stays, seen.current.frame, frame) };
  useEffect(() => {
    if (finishing || settings.autoHome === 'off' || frame.redo > 0) return;
    const home = frame.legal.find(
      (l) =>
        l.to === 'f' && (l.safe || settings.autoHome === 'always') && !seen.current.stays.has(placeOf(frame, l.from!)),
    );
    if (home) alone(home.action);
  }, [frame.n, settings.autoHome]);

  const hinted = hint === null || hint === hushed ? undefined : frame.legal.find((l) => l.action === hint);
  const note: Omit<Told, 'n'> | null =
    reason ??
    (hinted
      ? {
          words: choice(hinted, frame, t),
          rule: null,
          about: hinted.from === null ? ['stock'] : [hinted.from, pileOf(hinted)],
        }
      : null) ??
    (found ? { words: null, rule: null, about: found.copies.map((copy) => copy.pile) } : null);

  return (
    <CardTable
      layout={(size) =>
        layout(frame, size, { ...moves, lifted: moves.chosen !== null }, t, hint, found?.copies, note?.about ?? null)
      }
      {...touches}
    >
      <Spot at="facts">
        {!view.over && <ToastLine />}
        <Facts frame={frame} t={t} />
      </Spot>
      {/* The count is hidden from screen readers, because the name of the pile contains it. */}
      {(['stock', 'discard'] as const).map((at) => {
        const n = at === 'stock' ? view.stock : view.discard.length;
        return (
          <Spot key={at} at={at}>
            {n > 0 && (
              <span class="rn-count" aria-hidden="true">
                {t.num(n)}
              </span>
            )}
          </Spot>
        );
      })}
      {found &&
        ['card0', 'card1', 'pile0', 'pile1'].map((at) => (
          <Spot key={at} at={at}>
            <i class={`rn-mark${at.startsWith('pile') ? ' within' : ''}`}>
              <Loupe />
            </i>
          </Spot>
        ))}
      <Spot at="find">
        <div class="rn-find">
          <Button kind="quiet" does="find" shortcut="/" onPress={() => look(true)}>
            <Loupe />
            <span>{t('find.open')}</span>
          </Button>
        </div>
      </Spot>
      <Spot at="note">
        {note && (
          <Note note={note} onClose={touches.escape} t={t}>
            {found && note.words === null && <FoundWords card={found.card} copies={found.copies} t={t} />}
          </Note>
        )}
      </Spot>
      <Spot at="bar">
        <ActionBar label={t('game.actions')}>
          {help}
          {view.over && <Banner>{view.won ? t('said.won') : t('said.lost', { n: view.points })}</Banner>}
          {legal('hand discard') ? (
            <Button does="discard" shortcut="x" onPress={() => void discard()}>
              {t('do.discard')}
            </Button>
          ) : (
            // An empty place stays reserved for this button, so that the next button is under the thumb at each press.
            turns && (
              <span class="button rn-absent" aria-hidden="true">
                <span>{t('do.discard')}</span>
                <kbd data-key="x" />
              </span>
            )
          )}
          {view.finishable && frame.must.length > 0 && (
            <Button kind="primary" does="finish" onPress={() => finish(true)}>
              {t('do.finish')}
            </Button>
          )}
          {legal('redeal') && (
            <Button kind="primary" does="redeal" shortcut="Space" onPress={() => void turn()}>
              {t('do.redeal')}
            </Button>
          )}
          {turns && (
            <Button does="turn" kind={view.hand ? 'plain' : 'primary'} shortcut="Space" onPress={() => void turn()}>
              {t('do.turn')}
            </Button>
          )}
        </ActionBar>
      </Spot>
      {celebrates && (
        <Spot at="all">
          <Cascade />
        </Spot>
      )}
      {looking && (
        <FindSheet
          view={view}
          last={sought?.card ?? null}
          t={t}
          onClose={() => look(false)}
          onFind={(card, copies) => {
            look(false);
            seek({ n: frame.n, card, copies });
          }}
        />
      )}
    </CardTable>
  );
}

/** A note on the table about some of its piles. `words` is null if the note's children contain the text. */
interface Told {
  n: number;
  words: string | null;
  rule: string | null;
  about: string[];
}

/** The piles on which no card can be laid. */
const NOWHERE = ['stock', 'hand'];
/** The refusals for a tap on a card that cannot be played: a covered card, and a card on a foundation. */
const COVERED = { key: 'covered', rule: 'R5', words: '' };
const STAYS = { key: 'stays_home', rule: 'R2', words: '' };

function Note({
  note,
  onClose,
  t,
  children,
}: {
  note: Omit<Told, 'n'>;
  onClose(): void;
  t: T;
  children: ComponentChildren;
}) {
  const { openRule } = usePage();
  return (
    <div class="rn-note">
      <p role="status">
        {note.words ?? children}
        {note.rule && (
          <>
            {' '}
            <button type="button" class="link" data-rule={note.rule} onClick={() => openRule(note.rule)}>
              {t('rules.see')}
            </button>
          </>
        )}
      </p>
      <button
        type="button"
        class="icon-button"
        data-do="note-close"
        aria-label={t(note.words === null ? 'find.close' : 'close')}
        onClick={onClose}
      >
        <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" />
        </svg>
      </button>
    </div>
  );
}

const Loupe = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.3 10.3L14 14" />
  </svg>
);

const pileOf = (l: Legal): string => (l.foundation !== null ? `f${l.foundation}` : l.to!);

/** The number of cards on the foundations, the passes, the number of moves, and the play time. */
function Facts({ frame, t }: { frame: RougeFrame; t: T }) {
  const { view } = frame;
  return (
    <p class="rn-facts">
      <b>{t('said.home', { n: view.points })}</b>
      <Passes view={view} t={t} />
      <span>{t('said.moves', { n: view.moves })}</span>
      <PlayTime table={frame.table} />
    </p>
  );
}

/** One lamp for each pass through the stock. The lit lamp is the present pass. */
function Passes({ view, t }: { view: View; t: T }) {
  const words =
    view.redeals_left === null
      ? t('said.redeals_without_end')
      : view.redeals_left === 0
        ? t('said.no_redeal')
        : t('said.redeals_left', { n: view.redeals_left });
  const all = view.redeals_left === null ? 0 : view.redeals_used + view.redeals_left + 1;
  return (
    <span class="rn-passes" title={words}>
      {Array.from({ length: all }, (_, i) => (
        <i key={i} class={i === view.redeals_used ? 'now' : i < view.redeals_used ? 'gone' : ''} aria-hidden="true" />
      ))}
      <span>{words}</span>
    </span>
  );
}

function say(event: PublicEvent, _before: RougeFrame, after: RougeFrame, t: T): string[] {
  if (event.kind !== 'acted') return [];
  const last = after.view.last;
  const name = (card: string | null | undefined) => (card ? cardThe(card, t.language) : '');
  const [from, to] = event.action.split(' ');
  const tableau = (id: string) => t('find.tableau', { tableau: Number(id.slice(1)) });
  const mine = last?.action === event.action;
  const card = name(mine ? last?.card : null);
  const lines = [
    from === 'turn'
      ? who(t, after, event.seat, 'log.turn', { card })
      : from === 'redeal'
        ? who(t, after, event.seat, 'log.redeal')
        : to === 'f'
          ? who(t, after, event.seat, 'log.foundation', { card })
          : to === 'discard'
            ? who(t, after, event.seat, 'log.discard', { card })
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
  return t('choice.move', {
    card: name,
    tableau: t('find.tableau', { tableau: Number(action.split(' ')[1]!.slice(1)) }),
  });
}

const facts = ({ view }: RougeFrame, t: T): [string, string][] => [
  ...(view.won ? [] : [[t('fact.home'), t('fact.home.of', { n: view.points })] as [string, string]]),
  [t('fact.moves'), t.num(view.moves)],
  [
    t('fact.redeals'),
    view.redeals_left === null
      ? t.num(view.redeals_used)
      : t('fact.redeals.of', { n: view.redeals_used, of: view.redeals_used + view.redeals_left }),
  ],
];

const chapter = ({ view }: RougeFrame, before: RougeFrame | null, t: T): string | null =>
  before === null || view.redeals_used > before.view.redeals_used
    ? t('chapter.pass', { n: view.redeals_used + 1 })
    : null;

export default {
  id: 'rouge-et-noir',
  Board,
  keys,
  say,
  choice,
  facts,
  celebrateMs: 2600,
  chapter,
  help: { Helped, LookBack },
} satisfies GameUi<View, Legal>;
