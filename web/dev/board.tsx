// A board with the mock server: the example that docs/develop/page.md describes, and a table for work on the page.

import {
  arch,
  Banner,
  CardTable,
  cardFor,
  cardShort,
  cross,
  fan,
  others,
  SeatBadge,
  seatName,
  sides,
  Spot,
  useMoves,
  who,
  type BoardProps,
  type GameUi,
  type Layout,
  type Moves,
  type Size,
} from '@cardroom/ui';
import type { Legal, MockFrame } from './mock';

type View = MockFrame['view'];

function Board({ frame, send, ask, t }: BoardProps<View, Legal>) {
  const moves = useMoves({
    moves: frame.legal.map(({ action }) => ({ card: action.slice(5), to: 'trick', action })),
    send,
    refuse: (card) => {
      if (card.pile === 'hand') void ask(`play ${card.key}`);
    },
  });
  const yours = frame.must.includes(0);
  return (
    <CardTable layout={(size) => layout(frame, size, moves)} {...moves}>
      {others(4, 0, 'clockwise').map((seat) => (
        <Spot key={seat} at={`seat${seat}`}>
          <SeatBadge frame={frame} seat={seat} cards={frame.view.counts[seat]} />
        </Spot>
      ))}
      <Spot at="bar">
        {frame.must.length > 0 && (
          <Banner tone={yours ? 'turn' : 'wait'}>
            {yours ? 'Your turn' : t('game.waiting', { who: seatName(t, frame, frame.must[0]!) })}
          </Banner>
        )}
      </Spot>
    </CardTable>
  );
}

export function layout(frame: MockFrame, size: Size, moves: Moves): Layout {
  const { view } = frame;
  const card = cardFor(size);
  const badge = { w: Math.min(168, size.w / 3 - 8), h: 52 };
  const handBox = { x: 8, y: size.h - card.h - 14, w: size.w - 16, h: card.h };
  const bar = { x: 8, y: handBox.y - 52, w: size.w - 16, h: 40 };
  const seats = others(4, 0, 'clockwise');
  const boxes = arch({ x: 12, y: 10, w: size.w - 24, h: bar.y - 10 }, 3, badge);
  const top = 10 + badge.h;
  const trickBox = { x: size.w / 2 - card.w * 1.6, y: top + 8, w: card.w * 3.2, h: bar.y - top - 16 };
  const side = sides(0, 'clockwise');
  const hand = fan(handBox, view.hand.length, card);
  const trick = cross(
    trickBox,
    view.trick.map((p) => side[p.seat]!),
    card,
  );
  const yours = frame.legal.length > 0;
  const legal = new Set(frame.legal.map((l) => l.action.slice(5)));
  return {
    card,
    deal: frame.deal,
    piles: [
      { id: 'trick', label: `Trick, ${view.trick.length} cards`, ...trickBox, target: moves.targets('trick') },
      ...seats.map((seat, i) => ({ id: `seat${seat}`, label: `seat ${seat}`, ...boxes[i]! })),
      { id: 'hand', label: `Hand, ${view.hand.length} cards`, ...handBox, turn: yours },
      { id: 'seat0', label: 'taken', ...handBox },
    ],
    places: [
      ...view.hand.map((face, i) => ({
        ...hand[i]!,
        key: face,
        face,
        pile: 'hand',
        ...moves.of(face),
        barred: yours && !legal.has(face),
      })),
      ...view.trick.map(({ seat, card: face }, i) => ({
        ...trick[i]!,
        key: face,
        face,
        pile: 'trick',
        from: `seat${seat}`,
        last: i === view.trick.length - 1,
      })),
    ],
    sweep: { trick: `seat${view.taker ?? 0}` },
    spots: { bar, ...Object.fromEntries(seats.map((seat, i) => [`seat${seat}`, boxes[i]!])) },
  };
}

export default {
  id: 'mock',
  Board,
  say: (event, _before, after, t) =>
    event.kind === 'acted'
      ? [who(t, after, event.seat, 'log.plain', { action: cardShort(event.action.slice(5), t.language) })]
      : [],
  steps(before, after) {
    const played = after.since[0];
    if (played?.kind !== 'acted' || after.view.trick.length || before.view.trick.length !== 3) return [];
    const trick = after.view.last;
    return [{ frame: { ...after, must: [], legal: [], view: { ...after.view, trick } }, ms: 'trick' as const }];
  },
} satisfies GameUi<View, Legal>;
