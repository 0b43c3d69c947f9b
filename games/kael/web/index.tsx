// The board of Kaël. It contains no rules. The legal actions say what can be laid, drawn and claimed, and the view says
// what a call would cost.

import { useEffect, useState } from 'preact/hooks';
import {
  ActionBar,
  Banner,
  Button,
  cardShort,
  CardTable,
  later,
  SeatBadge,
  Spot,
  useChoice,
  usePicked,
  type BoardProps,
  type GameUi,
  type Place,
  type T,
  type Touches,
} from '@cardroom/ui';
import './board.css';
import './cards';
import { keys } from './keys';
import { around, cardsOf, isOut, layout, near, parts, type KaelFrame, type Touch } from './layout';
import { awaited, cardsWords, chapter, choice, forced, news, say, steps, stepWords, verdict } from './say';
import { Standing } from './standing';
import { useTyped } from './typed';
import type { Legal, View } from './types.gen';

/** The result of a deal. The page loads it after a call, before the deal is over. */
const Deal = later(() => import('./deal'), 'Deal');
/** The claims and the call. The page loads them when the dealer has chosen the number of cards. */
const Claims = later(() => import('./claims'), 'Claims');
const RaceWindow = later(() => import('./claims'), 'RaceWindow');
const Arms = later(() => import('./claims'), 'Arms');
const CallButton = later(() => import('./call'), 'CallButton');
const Ribbon = later(() => import('./call'), 'Ribbon');

const SIZES = [2, 3, 4, 5, 6, 7];
const USUAL = 4;

function Board({ frame, send, ask, arm, lesson, races, hint, t }: BoardProps<View, Legal>) {
  const { view } = frame;
  const own = near(frame);
  const [hidden, hide] = useHidden();
  const cards = cardsOf(view.hands[own] ?? []);
  // The chosen cards stay chosen while the others play, because the player may think ahead.
  const choice = useChoice(
    frame.deal,
    cards.map((card) => card.tag),
  );

  const yours = !frame.named && frame.viewer !== null && frame.must.includes(frame.viewer);
  // A move that is held until the claim window closes counts as made. Until then only claims are possible.
  const free = frame.held === null;
  const legal = new Map(
    frame.legal.filter((one) => free || one.kind === 'cut' || one.kind === 'good').map((one) => [one.action, one]),
  );
  const claims = frame.legal.filter((one) => one.kind === 'cut' || one.kind === 'good');
  const playing = yours && free && view.step === 'play';
  const chosen = cards.filter((card) => choice.has(card.tag));
  const layOf = (lay: readonly { face: string }[]) =>
    legal.get(`lay ${lay.map((card) => card.face).join(' ')}`) ?? null;
  const lay = chosen.length > 0 ? layOf(chosen) : null;
  const alike = cards.filter((card) => card.face === chosen[0]?.face);
  const draws = legal.get('draw deck') ?? null;
  const takes = legal.get('draw pile') ?? null;

  // Cards that were chosen while others play can be armed as a cut. The cut is made as soon as the other cards of the
  // value lie on top.
  const cut =
    !yours && chosen.length > 0 && chosen.length < 4 && chosen[0]!.face !== 'X'
      ? `cut ${chosen.map((card) => card.face).join(' ')}`
      : null;
  useEffect(() => {
    if (view.caller !== null) Deal.begin();
  }, [view.caller]);
  useEffect(() => {
    if (view.step !== 'deal') for (const part of [Claims, RaceWindow, Arms, CallButton, Ribbon]) part.begin();
  }, [view.step]);
  const armed = frame.armed ?? [];
  const armable = [
    ...(cut ? [cut] : []),
    ...(races === 'turn_based' && yours && view.step === 'draw' ? ['good'] : []),
  ].filter(
    (claim) => arm && frame.viewer !== null && frame.phase === 'deal' && !armed.includes(claim) && !legal.has(claim),
  );

  const act = (action: string) => {
    choice.clear();
    return send(action);
  };
  const actOrAsk = (action: string) => (legal.has(action) ? act(action) : ask(action));
  /** Returns all cards of a value, or on the viewer's turn as many as can be laid. The tapped card comes first. */
  const all = (face: string, tag?: string): string[] => {
    const alike = cards
      .filter((card) => card.face === face)
      .sort((a, b) => Number(b.tag === tag) - Number(a.tag === tag));
    while (playing && alike.length > 1 && !layOf(alike)) alike.pop();
    return alike.map((card) => card.tag);
  };
  const choose = (tag: string) => {
    const face = cards.find((card) => card.tag === tag)?.face;
    if (face === undefined) return;
    // Only cards of one value can be chosen. The first tap chooses all cards of the value that can be laid together. A
    // further tap on a card of this value removes the card from the choice or adds it again.
    if (chosen[0]?.face === face) choice.toggle(tag);
    else choice.set(all(face, tag));
  };

  const touch: Touch = {
    chosen: choice.keys,
    tap: frame.viewer !== null && view.step !== 'over',
    drops: (card) => layOf([card]) !== null,
    target: lay !== null,
    draw: yours && free && (view.step === 'draw' || view.step === 'play'),
    claimed: claims.flatMap((one) => (one.kind === 'cut' ? one.cards : [])),
  };
  const together = (place: Place) =>
    place.tag !== undefined && choice.has(place.tag) ? chosen : cards.filter((card) => card.tag === place.tag);
  const touches: Touches = {
    tap: (place) => {
      if (place.pile === 'deck') {
        void actOrAsk('draw deck');
        return;
      }
      if (place.pile !== 'hand') {
        void actOrAsk('draw pile');
        return;
      }
      if (yours && free && view.step !== 'play') {
        void ask(`lay ${place.key}`);
        return;
      }
      choose(place.tag!);
    },
    twice: (place) => {
      if (place.pile !== 'hand') return;
      // The first tap of a double tap has already selected or deselected the card, so here it is added in any case.
      const both = layOf([
        ...chosen.filter((card) => card.face === place.key && card.tag !== place.tag),
        { face: place.key },
      ]);
      if (both) void act(both.action);
    },
    pile: (pile) => {
      if (pile === 'deck') void actOrAsk('draw deck');
      else if (lay) void act(lay.action);
      else void actOrAsk('draw pile');
    },
    drop: async (place, pile) => {
      const action =
        pile === 'hand'
          ? place.pile === 'deck'
            ? 'draw deck'
            : 'draw pile'
          : `lay ${together(place)
              .map((card) => card.face)
              .join(' ')}`;
      return (await actOrAsk(action)) === null && legal.has(action);
    },
    miss: (place, pile) => {
      if (place.pile === 'hand' && pile !== 'hand') void ask(`lay ${place.key}`);
    },
    escape: () => choice.clear(),
  };
  usePicked(hint, frame.legal, (one) => {
    // Chooses as many cards of a value as the action names, each card at most once.
    const held = [...cards];
    choice.set(
      one.cards.flatMap((face) =>
        held.splice(held.findIndex((card) => card.face === face) >>> 0, 1).map((card) => card.tag),
      ),
    );
  });
  useTyped((value, again) => {
    if (!touch.tap || view.step === 'deal' || cards.length === 0) return;
    const held = (face: string) => cards.filter((card) => card.face === face);
    const face = again !== null && held(value).length === 0 ? value.slice(1) : value;
    if (held(face).length === 0) return;
    // The first press of a key chooses all cards of the value. Each further press chooses one card fewer.
    if (chosen[0]?.face !== face) choice.set(all(face));
    else choice.set(chosen.slice(0, -1).map((card) => card.tag));
  });

  const split = parts(frame);
  const top = view.pile[view.pile.length - 1];
  const under = view.step === 'draw' && view.under !== null ? view.pile[view.under]! : null;
  return (
    <div class={`kl${frame.seats.length > 5 ? ' many' : ''}`}>
      <CardTable layout={(size) => layout(frame, size, touch, t)} {...touches}>
        <Spot at="turn" class="kl-under">
          <Direction words={t('direction')} />
        </Spot>
        {[...around(frame), own].map((seat) => (
          <Spot key={seat} at={seat === own ? 'own' : `seat${seat}`}>
            <Seat frame={frame} seat={seat} t={t} />
          </Spot>
        ))}
        <Spot at="ribbon">{view.caller !== null && <Ribbon frame={frame} t={t} />}</Spot>
        <Spot at="track">
          <Standing frame={frame} t={t} />
        </Spot>
        <Spot at="deckTag">
          <p class="kl-tag">
            <span>{t('board.deck')}</span> <b>{t.num(view.deck)}</b>
          </p>
        </Spot>
        {under !== null && (
          <Spot at="heapTag">
            <p class="kl-tag">
              {t('board.under')} <b>{cardShort(under, t.language)}</b>
            </p>
          </Spot>
        )}
        {top !== undefined && split.run > 0 && view.run > 1 && (
          <Spot at="runTag">
            <p class={`kl-tag run${view.run === 4 ? ' square' : ''}`}>
              <b>{t('cards.many', { card: cardShort(top, t.language), n: view.run })}</b>
              {view.run === 4 && ` ${t('board.square')}`}
            </p>
          </Spot>
        )}
        <Spot at="window">{frame.window && <RaceWindow frame={frame} t={t} />}</Spot>
        <Spot at="news">
          <p class="kl-news">
            {view.step === 'over'
              ? verdict(frame, t)
              : frame.window && view.missing !== null && top !== undefined
                ? t('window.missing', { n: view.missing, card: cardShort(top, t.language) })
                : news(frame, t)}
          </p>
        </Spot>
        <Spot at="claim">{claims.length > 0 && <Claims claims={claims} send={act} t={t} />}</Spot>
        <Spot at="worth">
          <Worth frame={frame} hidden={hidden} hide={hide} t={t} />
        </Spot>
        <Spot at="said">
          {frame.held !== null ? (
            <Banner tone="held">{t('said.held', { what: heldWords(frame, t) })}</Banner>
          ) : (
            <Said frame={frame} lay={lay} t={t} />
          )}
        </Spot>
        {yours && free && view.step === 'deal' ? (
          <Spot at="choose">
            <Sizes legal={legal} act={actOrAsk} t={t} />
          </Spot>
        ) : (
          <Spot at="bar">
            <ActionBar label={t('game.actions')}>
              {arm && armed.length + armable.length > 0 && (
                <Arms
                  armed={armed}
                  armable={armable}
                  arm={(claim, on) => {
                    if (on) choice.clear();
                    void arm(claim, on);
                  }}
                  t={t}
                />
              )}
              {draws && (
                <Button kind="primary" does="draw" shortcut="d" onPress={() => void act('draw deck')}>
                  {t('action.draw.deck')}
                </Button>
              )}
              {takes && (
                <Button shortcut="t" onPress={() => void act('draw pile')}>
                  {t('action.draw.pile', { card: cardShort(takes.takes ?? '', t.language) })}
                </Button>
              )}
              {playing && !(lesson && view.call_is_mistake) && (
                <CallButton frame={frame} legal={legal.has('kael')} aside={lay !== null} send={act} ask={ask} t={t} />
              )}
              {playing && alike.length > chosen.length && chosen.length > 0 && (
                <Button shortcut="a" onPress={() => choice.set(alike.map((card) => card.tag))}>
                  {t(alike.length === 2 ? 'choose.both' : 'choose.all', { n: alike.length })}
                </Button>
              )}
              {lay && (
                <Button kind="primary" does="lay" shortcut="Enter" onPress={() => void act(lay.action)}>
                  {t('lay', { cards: cardsWords(lay.cards, t) })}
                </Button>
              )}
              {legal.has('show') && (
                <Button kind="primary" does="show" shortcut="Enter s" onPress={() => void act('show')}>
                  {t('action.show')}
                </Button>
              )}
            </ActionBar>
          </Spot>
        )}
      </CardTable>
    </div>
  );
}

/** The next thing to do. On the viewer's turn, both steps of the turn are shown, with the present one marked. */
function Said({ frame, lay, t }: { frame: KaelFrame; lay: Legal | null; t: T }) {
  const { view } = frame;
  const yours = !frame.named && frame.viewer !== null && frame.must.includes(frame.viewer);
  if (!yours)
    return (
      <Banner>
        {!frame.named && frame.viewer !== null && isOut(frame, frame.viewer) && view.step !== 'over'
          ? `${t('said.out')} ${awaited(frame, t)}`
          : awaited(frame, t)}
      </Banner>
    );
  const laying = view.step === 'play' && view.held[frame.viewer!]! > 0;
  if (!laying && !(view.step === 'draw')) return <Banner tone="turn">{awaited(frame, t)}</Banner>;
  const words = lay ? t(lay.square ? 'said.square' : lay.draws ? 'said.then' : 'said.no_draw') : stepWords(frame, t);
  return (
    <Banner tone="turn">
      <span class="kl-now">
        <span class="kl-steps">
          <span class={`kl-step${laying ? ' now' : ' done'}`}>
            <i aria-hidden="true">{laying ? '1' : '✓'}</i>
            {t('step.lay')}
          </span>
          <span class="kl-arrow" aria-hidden="true">
            ›
          </span>
          <span class={`kl-step${laying ? '' : ' now'}${lay && !lay.draws ? ' never' : ''}`}>
            <i aria-hidden="true">2</i>
            {t('step.draw')}
          </span>
        </span>
        <span class="kl-what">{words}</span>
      </span>
    </Banner>
  );
}

function heldWords(frame: KaelFrame, t: T): string {
  const [verb = '', ...rest] = (frame.held ?? '').split(' ');
  if (verb === 'lay') return t('lay', { cards: cardsWords(rest, t) });
  if (verb === 'draw') return t(rest[0] === 'deck' ? 'action.draw.deck' : 'action.draw.top');
  return t(`action.${verb}`);
}

/** The dealer's choice. */
function Sizes({ legal, act, t }: { legal: ReadonlyMap<string, Legal>; act(action: string): unknown; t: T }) {
  return (
    <div class="kl-sizes">
      <ActionBar label={t('said.deal.you')}>
        {SIZES.map((n) => (
          <Button
            key={n}
            does={`deal-${n}`}
            kind={n === USUAL ? 'primary' : 'plain'}
            barred={!legal.has(`deal ${n}`)}
            shortcut={n === USUAL ? `${n} Enter` : String(n)}
            onPress={() => void act(`deal ${n}`)}
          >
            <span aria-hidden="true">{t.num(n)}</span>
            <span class="visually-hidden">{t('action.deal', { n })}</span>
            {n === USUAL && <small>{t('deal.usual')}</small>}
          </Button>
        ))}
      </ActionBar>
      <p>{t('deal.meaning')}</p>
    </div>
  );
}

/** The value of the viewer's own hand, shown or hidden. */
function Worth({ frame, hidden, hide, t }: { frame: KaelFrame; hidden: boolean; hide(to: boolean): void; t: T }) {
  const { value } = frame.view;
  if (value === null) return null;
  return (
    <p class="kl-worth">
      <span aria-label={hidden ? t('worth.hidden') : t('board.value', { n: value })} role="img">
        <small>{t('worth')}</small>{' '}
        <b class={!hidden && frame.view.call_is_mistake === false ? 'low' : ''}>{hidden ? '··' : t.num(value)}</b>
      </span>
      <button
        type="button"
        class="icon-button"
        aria-pressed={hidden}
        aria-label={t('worth.hide')}
        title={t(hidden ? 'worth.show' : 'worth.hide')}
        onClick={() => hide(!hidden)}
      >
        <EyeSign closed={hidden} />
      </button>
    </p>
  );
}

function Seat({ frame, seat, t }: { frame: KaelFrame; seat: number; t: T }) {
  const { view } = frame;
  const out = isOut(frame, seat) || (view.outcome?.eliminated.includes(seat) ?? false);
  const value = view.outcome?.values[seat] ?? null;
  const left = view.caller !== null && view.remaining.includes(seat);
  return (
    <SeatBadge
      frame={frame}
      seat={seat}
      compact
      out={out}
      {...(isOut(frame, seat) || value !== null ? {} : { cards: view.held[seat]! })}
      {...(value === null
        ? {}
        : {
            deal: (
              <span class="kl-value" title={t('mark.value', { n: value })}>
                {t.num(value)}
              </span>
            ),
            dealWord: t('seat.hand'),
          })}
      mark={
        view.caller === seat && (
          <span class="kl-k" role="img" aria-label={t('mark.called')} title={t('mark.called')}>
            {t('mark.kael')}
          </span>
        )
      }
    >
      {left && <span class="kl-left" role="img" aria-label={t('mark.left')} title={t('mark.left')} />}
      {isOut(frame, seat) && <span class="kl-gone">{t('board.out')}</span>}
      {!out && view.standing.mistakes[seat]! > 0 && (
        <span class="kl-nolanding" role="img" aria-label={t('board.no_landings')} title={t('board.no_landings')}>
          <NoLandingSign />
        </span>
      )}
    </SeatBadge>
  );
}

/** Stores in this browser whether the value of the hand is hidden. A hidden value cannot be read over the player's
 * shoulder. */
function useHidden(): [boolean, (to: boolean) => void] {
  const KEY = 'cardroom.kael.hidden';
  const storedChoice = () => {
    try {
      return localStorage.getItem(KEY) === 'yes';
    } catch {
      return false;
    }
  };
  const [hidden, set] = useState(storedChoice);
  return [
    hidden,
    (to) => {
      set(to);
      try {
        localStorage.setItem(KEY, to ? 'yes' : 'no');
      } catch {
        /* a private window stores nothing */
      }
    },
  ];
}

/** An arrow on the felt that shows the direction of play, to the left. */
const Direction = ({ words }: { words: string }) => (
  <svg class="kl-turn" viewBox="0 0 300 140" preserveAspectRatio="none" role="img" aria-label={words}>
    <marker id="kl-head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M1 .5L9.5 5L1 9.5Z" />
    </marker>
    <path vector-effect="non-scaling-stroke" marker-end="url(#kl-head)" d="M8 96A142 66 0 0 1 120 6" />
    <path vector-effect="non-scaling-stroke" marker-end="url(#kl-head)" d="M180 6A142 66 0 0 1 292 96" />
  </svg>
);

const EyeSign = ({ closed }: { closed: boolean }) => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M1.5 8C3.5 4.8 5.7 3.5 8 3.5S12.5 4.8 14.5 8C12.5 11.2 10.3 12.5 8 12.5S3.5 11.2 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
    {closed && <path d="M2.5 14L13.5 2" />}
  </svg>
);
const NoLandingSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M13 11C12 5 7 4 4 9M4 5v4h4M2 14L14 2" />
  </svg>
);

export default {
  id: 'kael',
  Board,
  keys,
  say,
  steps,
  choice,
  chapter,
  awaited,
  forced,
  Deal,
  isOut: (frame, seat) => isOut(frame, seat) || !!frame.view.outcome?.eliminated.includes(seat),
} satisfies GameUi<View, Legal>;
