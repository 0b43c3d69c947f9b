// Tests with two collections of forged records, and with honest records (web/test/forge.ts). The honest records cover
// every game and every kind of shuffle. The tests of `cardroom record check`, of the terminal and of verify.html use
// the same files.

import { describe, expect, it } from 'vitest';
import de from '../../lang/fair/de.json';
import en from '../../lang/fair/en.json';
import fr from '../../lang/fair/fr.json';
import { FILES, type Forged, forgedPlay, forgedShuffles, honest, type Match, matchOf, written } from '../../test/forge';
import { type ShuffleData, NOTHING } from './shuffleStore';
import { Piles, read } from './piles';
import { verify } from './verify';
import { judgedOf, sumOf, type Sum } from './wasItFair';

/** Returns the data that the device of a seat stores in an honest match. */
function deviceOf({ entropy, deals, winners, seats }: Match, seat: number): ShuffleData {
  const parts = (entropy ?? []).flatMap(({ k, C, h, n }) =>
    h[seat] ? [{ k, C, seat, h: h[seat], n: n[seat] ?? '00', revealed: n[seat] !== null }] : [],
  );
  const attempts = (entropy ?? []).map((one, k, all) => (k === all.length - 1 ? { ...one, S: null } : one));
  const seen = deals.map((deal, number) => {
    const [size, ...cards] = [/deal (\d)/.exec(deal.actions[0]!)?.[1], ...deal.deck.split(' ')];
    const isIn = (one: number) => !size || !deal.points || deal.points[one] !== null;
    const order = Array.from({ length: seats }, (_, step) => (deal.dealer + 1 + step) % seats).filter(isIn);
    const packets = deal.actions.some((line) => line.includes(' bid ') || line.endsWith(' pass'))
      ? [3, 2, 3, 2, 3]
      : null;
    const owners = packets
      ? packets.flatMap((packet) => order.flatMap((one) => Array<number>(packet).fill(one)))
      : cards.map((_, at) => order[at % order.length]!);
    const hand = cards.filter((_, at) => owners[at] === seat).slice(0, size ? Number(size) : 13);
    const piles = new Piles(cards, deal.actions);
    const moves = deal.actions.flatMap((line, step): [number, string][] => {
      if (line.startsWith('*')) piles.shuffle(read(line).cards);
      const drawn = piles.act(line);
      if (!line.startsWith(`${seat} `)) return [];
      return [[step, line.slice(2)], ...(drawn === undefined ? [] : [[step, `+${drawn}`] as [number, string]])];
    });
    // In Hearts, a seat can play three cards that it was not dealt: the cards that another seat passed.
    const gifts = deal.actions.filter((line) => line.includes(' give ')).flatMap((line) => line.split(' ').slice(2));
    const played = moves.flatMap(([, what]) => (what.startsWith('play ') ? [what.slice(5)] : []));
    const got = played.filter((card) => gifts.includes(card) && !hand.includes(card));
    return {
      deal: number,
      seat,
      hand: deal.points || !size ? hand.sort() : [],
      moves: [...moves, ...got.map((card): [number, string] => [4, `+${card}`])],
      count: deal.points ? deal.actions.filter((line) => line.startsWith(`${seat} `)).length : null,
    };
  });
  const scores = deals.flatMap(({ dealer, points, totals }) => (points && totals ? [{ dealer, points, totals }] : []));
  return { seat: entropy ? seat : null, parts, attempts, differs: false, play: { deals: seen, scores, winners } };
}

const ofPage = (record: string, data: ShuffleData | null, you: number | null = 0) =>
  judgedOf(verify(record), data, you);
const wrongRows = (record: string, data: ShuffleData) =>
  ofPage(record, data)
    .rows.filter(({ ok }) => !ok)
    .map(({ key }) => key);

it('the files are those that are made here', async () => {
  await expect(written(forgedShuffles())).toMatchFileSnapshot(new URL('forged-shuffles.json', FILES).pathname);
  await expect(written(forgedPlay())).toMatchFileSnapshot(new URL('forged-play.json', FILES).pathname);
  expect(forgedShuffles().length).toBeGreaterThanOrEqual(20);
  expect(forgedPlay().length).toBeGreaterThanOrEqual(10);
  for (const all of [forgedShuffles(), forgedPlay()])
    expect(new Set(all.map(({ record }) => record)).size).toBe(all.length);
});

describe('an honest record is right, for verify.html and for the device of every seat', () => {
  it.each(honest)('$name', ({ name, record, sum }) => {
    const verdict = verify(record);
    expect([verdict.findings.filter(({ ok }) => ok === false), verdict.sum]).toEqual([[], sum]);
    const match = matchOf(name);
    for (const seat of match.names.keys()) {
      const data = deviceOf(match, seat);
      expect(wrongRows(record, data), `seat ${seat}`).toEqual([]);
      const judged = ofPage(record, data, seat);
      const takesPart = match.entropy?.at(-1)?.n[seat] ?? null;
      const due: Sum =
        name === 'going on'
          ? 'going_on'
          : takesPart === null || sum === 'unproven'
            ? 'right'
            : sum === 'fair'
              ? 'proven'
              : 'among';
      expect(sumOf(judged), `seat ${seat}`).toBe(due);
    }
  });
});

describe('a forged shuffle is found by verify.html and by the page, whatever the device kept', () => {
  it.each(forgedShuffles())('$name: $why', ({ of, record }) => {
    expect(verify(record).sum).toBe('unfair');
    expect(sumOf(ofPage(record, null))).toBe('wrong');
    expect(sumOf(ofPage(record, deviceOf(matchOf(of), 0)))).toBe('wrong');
    // For a replay there is no data of a device, so the record alone is judged.
    expect(sumOf(judgedOf(verify(record), null, undefined, 'records'))).toBe('wrong');
  });
});

describe('forged play is found by a device that was dealt other cards, did something else or saw other points', () => {
  const rows: Record<NonNullable<Forged['sees']>, string> = {
    hand: 'other_hand',
    moves: 'other_moves',
    cards: 'other_moves',
    points: 'other_points',
  };
  it.each(forgedPlay())('$name: $why', ({ of, record, sees, found }) => {
    // If `found` is set, only a page that was at the table finds the forgery: the record alone shows nothing.
    if (found) expect(verify(record).sum).not.toBe('unfair');
    const data = deviceOf(matchOf(of), 0);
    const judged = ofPage(record, data);
    expect(sumOf(judged)).toBe('wrong');
    if (verify(record).sum !== 'unfair') {
      expect(judged.own).toBe('differs');
      expect(wrongRows(record, data)).toContain(rows[sees!]);
    }
  });
});

it('each headline has its own words in every language, and only one says that it is proven', () => {
  const sums: Sum[] = ['proven', 'among', 'right', 'going_on', 'wrong'];
  for (const [list, proven] of [
    [en, /^Proven/],
    [de, /^Bewiesen/],
    [fr, /^Prouvé/],
  ] as const) {
    const heads = sums.map((sum) => JSON.stringify(list[`fair.${sum}`]));
    expect(new Set(heads).size).toBe(sums.length);
    expect(heads.map((head) => proven.test(head.replace(/^"/, '')))).toEqual([true, false, false, false, false]);
    expect(heads[1]).toContain('{n}');
    const records = (['fair', 'among', 'unproven', 'unfair'] as const).map((sum) => list[`verify.${sum}`]);
    expect(new Set(records).size).toBe(4);
    expect(
      records.filter((words) => proven.test(words)),
      'verify.html knows no rules',
    ).toEqual([]);
  }
});

it('a device that kept nothing, or something of another kind, accuses nobody', () => {
  const { record } = honest[0]!;
  for (const data of [null, NOTHING, { ...NOTHING, play: { deals: [], scores: [], winners: null } }])
    expect(sumOf(ofPage(record, data))).toBe('right');
});
