// Forged records. Each is a record of crates/cardroom/tests/records/honest.json with one change. They are stored in the
// same folder. The tests of `cardroom record check`, the page, the terminal and verify.html use the same files. `npx
// vitest run web/src/fair/forged.test.ts -u` writes the files.

import { readFileSync } from 'node:fs';
import { bytes32, hex, sealedNonce, shuffled, tagged } from '../src/fair/shuffle';
import { type Attempt, seedOf } from '../src/fair/verify';

export interface Honest {
  name: string;
  /** The verdict of verify.html. */
  sum: 'fair' | 'among' | 'unproven';
  record: string;
}

export interface Forged {
  name: string;
  why: string;
  /** The name of the honest record from which this one is made. */
  of: string;
  record: string;
  /** The part of the match in which the device has seen something else, if actions or points were changed. */
  sees?: 'hand' | 'moves' | 'cards' | 'points';
  /** `by a device`: the record obeys the rules, so only a device that took part can find the change. Absent if the
   * record alone shows the change. */
  found?: 'by a device';
}

export interface Deal {
  dealer: number;
  deck: string;
  actions: string[];
  points?: (number | null)[];
  totals?: number[];
}

export interface Match {
  game: string;
  options: Record<string, unknown>;
  seats: number;
  names: string[];
  seed: string | null;
  entropy?: Attempt[];
  deals: Deal[];
  winners: number[] | null;
}

export const FILES = new URL('../../crates/cardroom/tests/records/', import.meta.url);
export const honest = JSON.parse(readFileSync(new URL('honest.json', FILES), 'utf8')) as Honest[];

const lineOf = (name: string) => honest.find((one) => one.name === name)!.record;
export const matchOf = (name: string) => JSON.parse(lineOf(name)) as Match;

const OTHER = 'ab'.repeat(32);
const bytes = (digits: string) => bytes32(digits)!;
const commitmentOf = (secret: string) => hex(tagged('cardroom-commit/1', bytes(secret)));
const exchanged = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((value, at) => (at === one ? list[other]! : at === other ? list[one]! : value));

/** Adds the contribution `n` of a seat to an attempt, with the right hash. `k`: the number of the attempt that the hash
 * contains. */
function contributes(attempt: Attempt, seat: number, n: string, k = attempt.k) {
  attempt.n[seat] = n;
  attempt.h[seat] = hex(sealedNonce(bytes(attempt.C), k, seat, bytes(n)));
}

/** Recomputes the seed and all decks from the last attempt. The actions are not changed, so they no longer fit the
 * decks. */
function follows(match: Match) {
  match.seed = seedOf(match.entropy!.at(-1)!);
  const pack = [...'cdhs'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));
  for (const [number, deal] of match.deals.entries()) deal.deck = deckOf(match, number, pack);
}
const deckOf = (match: Match, number: number, pack: string[]) => shuffled(bytes(match.seed!), number, pack).join(' ');

/** Returns the position of the line that shuffles again [K8]: its deal, and its index in the deal. */
function again(match: Match): { deal: Deal; at: number } {
  const deal = match.deals.find(({ actions }) => actions.some((line) => line.startsWith('*')))!;
  return { deal, at: deal.actions.findIndex((line) => line.startsWith('*')) };
}

type Change = (match: Match) => unknown;
const TOGETHER = 'schwarze-dame: together';
const VOID = 'two void attempts';
const KAEL = 'kael: together';

/** The forged shuffles: name, fault, honest record, and the change. If the change returns a text, this text is the
 * forged record. */
const SHUFFLES: [name: string, why: string, of: string, change: Change][] = [
  ['another secret', 'S does not follow from C', TOGETHER, ({ entropy }) => (entropy![0]!.S = OTHER)],
  [
    'another secret and its C',
    'the hashes were made for the C that was published',
    TOGETHER,
    ({ entropy }) => Object.assign(entropy![0]!, { S: OTHER, C: commitmentOf(OTHER) }),
  ],
  ['another number', 'n does not follow from h', TOGETHER, ({ entropy }) => (entropy![0]!.n[1] = OTHER)],
  ['another hash', 'n does not follow from h', TOGETHER, ({ entropy }) => (entropy![0]!.h[1] = OTHER)],
  [
    'a contribution left out',
    'the seed does not follow',
    TOGETHER,
    ({ entropy }) => (entropy![0]!.h[1] = entropy![0]!.n[1] = null),
  ],
  ['a number without its hash', 'who gave no hash took no part', TOGETHER, ({ entropy }) => (entropy![0]!.h[1] = null)],
  [
    'two seats exchanged',
    'a hash is bound to its seat',
    TOGETHER,
    ({ entropy: [one] = [] }) => Object.assign(one!, { h: exchanged(one!.h, 0, 1), n: exchanged(one!.n, 0, 1) }),
  ],
  [
    'a hash for another attempt',
    'a hash is bound to its attempt',
    TOGETHER,
    (match) => {
      contributes(match.entropy![0]!, 1, OTHER, 1);
      follows(match);
    },
  ],
  [
    'a bot takes part',
    'everything else follows, but the seat is a bot’s',
    TOGETHER,
    (match) => {
      contributes(match.entropy![0]!, 2, OTHER);
      follows(match);
    },
  ],
  ['a bot where there is no seat', 'four play', TOGETHER, ({ entropy }) => entropy![0]!.bots!.push(7)],
  ['another seed', 'it does not follow from the attempt', TOGETHER, (match) => (match.seed = OTHER)],
  ['a seed in capitals', 'digits are lower-case', TOGETHER, (match) => (match.seed = match.seed!.toUpperCase())],
  ['a short seed', 'a seed has 64 digits', TOGETHER, (match) => (match.seed = match.seed!.slice(2))],
  ['a long seed', 'a seed has 64 digits', TOGETHER, (match) => (match.seed += '00')],
  [
    'no seed after the match',
    'a match that was shuffled together tells its seed when it is over',
    TOGETHER,
    (match) => {
      match.seed = null;
      match.entropy![0]!.S = null;
    },
  ],
  [
    'no seed and no winners',
    'the key `winners` is missing',
    TOGETHER,
    (match) => {
      match.seed = null;
      match.entropy![0]!.S = null;
      delete (match as Partial<Match>).winners;
    },
  ],
  ['a secret while the match goes on', 'it is no secret then', 'going on', ({ entropy }) => (entropy![0]!.S = OTHER)],
  [
    'a seed twice',
    'one reader takes the first, another the last',
    TOGETHER,
    (match) => JSON.stringify(match).replace('{', `{"seed":"${OTHER}",`),
  ],
  [
    'a seed twice, once with an escape',
    'one reader takes the first, another the last',
    TOGETHER,
    (match) => JSON.stringify(match).replace('{', `{"\\u0073eed":"${OTHER}",`),
  ],
  [
    'a deck twice',
    'one reader takes the first, another the last',
    TOGETHER,
    (match) => JSON.stringify(match).replace('"deck":', '"deck":"2c","deck":'),
  ],
  [
    'a secret twice',
    'one reader takes the first, another the last',
    TOGETHER,
    (match) => JSON.stringify(match).replace('"S":', `"S":"${OTHER}","S":`),
  ],
  ['no attempt', 'the list is empty', TOGETHER, (match) => (match.entropy = [])],
  ['attempts that are null', 'they are a list', TOGETHER, (match) => ((match as { entropy: unknown }).entropy = null)],
  [
    'an attempt of three seats',
    'four play',
    TOGETHER,
    ({ entropy: [one] = [] }) => Object.assign(one!, { h: one!.h.slice(0, 3), n: one!.n.slice(0, 3) }),
  ],
  [
    'an attempt of five seats',
    'four play',
    TOGETHER,
    ({ entropy: [one] = [] }) => Object.assign(one!, { h: [...one!.h, null], n: [...one!.n, null] }),
  ],
  ['a void attempt left out', 'the numbers have a gap', VOID, ({ entropy }) => entropy!.shift()],
  [
    'a void attempt left out, the others numbered anew',
    'hashes are bound to their attempt',
    VOID,
    (match) => {
      match.entropy!.shift();
      for (const [k, attempt] of match.entropy!.entries()) attempt.k = k;
    },
  ],
  ['void attempts exchanged', 'they are in order', VOID, (match) => (match.entropy = exchanged(match.entropy!, 0, 1))],
  [
    'the secret of a void attempt again',
    'each attempt has a secret of its own',
    VOID,
    (match) => {
      const [first, , last] = match.entropy!;
      Object.assign(last!, { C: first!.C, S: first!.S });
      for (const [seat, n] of last!.n.entries()) if (n) contributes(last!, seat, n);
      follows(match);
    },
  ],
  [
    'the secret of a void attempt left out',
    'a void attempt tells its secret',
    VOID,
    ({ entropy }) => (entropy![0]!.S = null),
  ],
  [
    'a seat takes part after it made an attempt void',
    'it is out of the shuffle',
    VOID,
    (match) => {
      contributes(match.entropy![2]!, 1, OTHER);
      follows(match);
    },
  ],
  [
    'another attempt after a whole one',
    'the server did not like the cards',
    TOGETHER,
    (match) => {
      const next: Attempt = { ...match.entropy![0]!, k: 1, C: commitmentOf(OTHER), S: OTHER, h: [], n: [] };
      for (const seat of [0, 1, 2, 3]) next.h[seat] = next.n[seat] = null;
      contributes(next, 0, '12'.repeat(32));
      match.entropy!.push(next);
      follows(match);
    },
  ],
  ['the last attempt void', 'another one must follow', VOID, (match) => match.entropy!.pop()],
  [
    'two cards of a deck exchanged',
    'the deck does not follow from the seed',
    TOGETHER,
    ({ deals }) => (deals[1]!.deck = exchanged(deals[1]!.deck.split(' '), 0, 51).join(' ')),
  ],
  [
    'the decks of two deals exchanged',
    'shuffles are numbered',
    TOGETHER,
    ({ deals: [one, two] }) => ([one!.deck, two!.deck] = [two!.deck, one!.deck]),
  ],
  [
    'a later deck of the same seed',
    'shuffles are numbered, and none is passed over',
    TOGETHER,
    (match) => (match.deals[1]!.deck = deckOf(match, 2, match.deals[1]!.deck.split(' ').sort(byPack))),
  ],
  [
    'a shuffle of one card',
    'no rule of the game shuffles cards again',
    TOGETHER,
    (match) => {
      match.deals[0]!.actions.splice(5, 0, '* shuffle 2c');
      match.deals[1]!.deck = deckOf(match, 2, match.deals[1]!.deck.split(' ').sort(byPack));
    },
  ],
  [
    'six hundred shuffles of one card',
    'the server takes the deck that it likes',
    TOGETHER,
    (match) => {
      match.deals[0]!.actions.push(...Array<string>(600).fill('* shuffle 2c'));
      match.deals[1]!.deck = deckOf(match, 601, match.deals[1]!.deck.split(' ').sort(byPack));
    },
  ],
  [
    'a shuffle of the whole pack',
    'no rule of the game shuffles cards again',
    TOGETHER,
    (match) => {
      const pack = match.deals[0]!.deck.split(' ').sort(byPack);
      match.deals[0]!.actions.unshift(`* shuffle ${deckOf(match, 1, pack)}`);
      match.deals[1]!.deck = deckOf(match, 2, pack);
    },
  ],
  [
    'a line of chance that is no shuffle',
    'there is no such line',
    TOGETHER,
    ({ deals }) => deals[0]!.actions.unshift('* cut'),
  ],
  [
    'a deck with a card twice',
    'it is not the pack',
    TOGETHER,
    ({ deals }) => (deals[0]!.deck = deals[0]!.deck.replace('Qs', '2c')),
  ],
  [
    'a deck with a card fewer',
    'it is not the pack',
    TOGETHER,
    ({ deals }) => (deals[0]!.deck = deals[0]!.deck.slice(3)),
  ],
  [
    'a deck with two blanks',
    'cards are separated by one',
    TOGETHER,
    ({ deals }) => (deals[0]!.deck = deals[0]!.deck.replace(' ', '  ')),
  ],
  ['a game with another pack', 'the deck is not that of the game', TOGETHER, (match) => (match.game = 'kael')],
  ['a game that nobody knows', 'there is no such game', TOGETHER, (match) => (match.game = 'poker')],
  ['more seats than names', 'each seat has a name', TOGETHER, (match) => (match.seats = 5)],
  [
    'three seats in a game of four',
    'four play',
    'schwarze-dame: alone',
    (match) => {
      match.seats = 3;
      match.names.pop();
    },
  ],
  [
    'a shuffle before another action',
    'K8 shuffles before a draw from the deck',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      const [line] = deal.actions.splice(at, 1);
      deal.actions.splice(at + 2, 0, line!);
    },
  ],
  [
    'a shuffle left out',
    'K8 shuffles when the deck is empty',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      deal.actions.splice(at, 1);
    },
  ],
  [
    'a shuffle twice',
    'K8 shuffles once',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      deal.actions.splice(at, 0, deal.actions[at]!);
    },
  ],
  [
    'a shuffle before the deck is empty',
    'K8 shuffles when the deck is empty',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      const earlier = deal.actions.findIndex((line) => line.endsWith('draw deck'));
      const [line] = deal.actions.splice(at, 1);
      deal.actions.splice(earlier, 0, line!);
    },
  ],
  [
    'a shuffle of a card fewer',
    'K8 shuffles the pile but for the run on its top',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      deal.actions[at] = deal.actions[at]!.replace(/ \S+$/, '');
    },
  ],
  [
    'a shuffle in another order',
    'it does not follow from the seed',
    KAEL,
    (match) => {
      const { deal, at } = again(match);
      const [star, shuffle, ...cards] = deal.actions[at]!.split(' ');
      const other = cards.findIndex((card) => card !== cards[0]);
      deal.actions[at] = [star, shuffle, ...exchanged(cards, 0, other)].join(' ');
    },
  ],
  [
    'a shuffle of other cards, without a seed',
    'K8 shuffles the cards of the pile',
    'kael: no seed',
    (match) => {
      const { deal, at } = again(match);
      deal.actions[at] = deal.actions[at]!.replace(/ \S+$/, ' -1');
    },
  ],
  [
    'a deck that is no pack, without a seed',
    'it is not the pack',
    'hearts: no seed',
    ({ deals }) => (deals[0]!.deck = deals[0]!.deck.replace('Qs', '2c')),
  ],
];

const byPack = (one: string, other: string) => placeOf(one) - placeOf(other);
const placeOf = (card: string) => 'cdhs'.indexOf(card[1]!) * 13 + '23456789TJQKA'.indexOf(card[0]!);

/** Returns the index, among all lines of a deal, of a seat's action with this number, counted from 0. */
const ownLine = ({ actions }: Deal, number: number, seat = 0) =>
  actions.flatMap((line, at) => (line.startsWith(`${seat} `) ? [at] : []))[number]!;

/** Changes of play that the device of seat 0, which took part in the match, can find. */
const PLAY: [name: string, why: string, of: string, sees: NonNullable<Forged['sees']>, change: Change][] = [
  [
    'an own move exchanged',
    'the card of another',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => (deal!.actions[ownLine(deal!, 2)] = deal!.actions[ownLine(deal!, 3, 1)]!.replace('1', '0')),
  ],
  [
    'an own move left out',
    'a trick of three',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => deal!.actions.splice(ownLine(deal!, 4), 1),
  ],
  [
    'an own move twice',
    'the card is gone',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => deal!.actions.splice(ownLine(deal!, 4), 0, deal!.actions[ownLine(deal!, 4)]!),
  ],
  [
    'the own moves backwards',
    'they follow no suit',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => {
      const places = Array.from({ length: 13 }, (_, number) => ownLine(deal!, number));
      const lines = places.map((at) => deal!.actions[at]!).reverse();
      for (const [number, at] of places.entries()) deal!.actions[at] = lines[number]!;
    },
  ],
  [
    'an invented own move',
    'there is no such action',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => (deal!.actions[ownLine(deal!, 0)] = '0 play nonsense'),
  ],
  [
    'the move of another as an own one',
    'it was not our turn',
    TOGETHER,
    'moves',
    ({ deals: [deal] }) => {
      const at = ownLine(deal!, 5, 2);
      deal!.actions[at] = deal!.actions[at]!.replace('2', '0');
    },
  ],
  [
    'the own hand exchanged with another',
    'without a seed any deck can be told',
    'schwarze-dame: no seed',
    'hand',
    ({ deals: [deal] }) => {
      const cards = deal!.deck.split(' ');
      deal!.deck = cards.map((_, at) => cards[at % 4 > 1 ? at + 1 - 2 * (at % 2) : at]).join(' ');
    },
  ],
  ['another dealer', 'seat 0 deals first', TOGETHER, 'hand', ({ deals: [deal] }) => (deal!.dealer = 1)],
  ['a deal left out', 'it was played', TOGETHER, 'hand', ({ deals }) => deals.shift()],
  ['two deals exchanged', 'they are in order', TOGETHER, 'hand', ({ deals }) => deals.reverse()],
  [
    'other points',
    'the cards say others',
    TOGETHER,
    'points',
    ({ deals: [deal] }) => (deal!.points = exchanged(deal!.points!, 0, 1)),
  ],
  ['other totals', 'the points say others', TOGETHER, 'points', ({ deals: [deal] }) => (deal!.totals![0]! += 1)],
  [
    'another winner',
    'the totals say another',
    TOGETHER,
    'points',
    (match) => (match.winners = [(match.winners![0]! + 1) % 4]),
  ],
  ['no winner', 'the match was over', TOGETHER, 'points', (match) => (match.winners = null)],
  [
    'other cards given to us',
    'we got others',
    'hearts: together',
    'cards',
    ({ deals: [deal] }) => {
      // One of these three seats gives its cards to seat 0. The forgery changes the gifts of all three.
      for (const seat of [1, 2, 3]) {
        const at = ownLine(deal!, 0, seat);
        const cards = deal!.actions[at]!.split(' ').slice(2);
        const played = deal!.actions
          .filter((line) => line.startsWith(`${seat} play `))
          .map((line) => line.split(' ')[2]!);
        const kept = played.filter(
          (card) => !deal!.actions.some((line) => line.includes(' give ') && line.includes(card)),
        );
        const given = [...kept.slice(0, 3), ...cards].slice(0, 3).sort(byPack);
        deal!.actions[at] = `${seat} give ${given.join(' ')}`;
      }
    },
  ],
  [
    'other cards given by us',
    'we gave others',
    'hearts: together',
    'moves',
    ({ deals: [deal] }) => (deal!.actions[ownLine(deal!, 0)] = '0 give 2c 3c 4c'),
  ],
  [
    'another own bid',
    'a bid that cannot be',
    'la-dame-noire: together',
    'moves',
    ({ deals: [deal] }) => (deal!.actions[ownLine(deal!, 0)] = '0 bid 35'),
  ],
  [
    'another card drawn by us',
    'without a seed any deck can be told',
    'kael: no seed',
    'cards',
    ({ deals: [deal], seats }) => {
      const cards = deal!.deck.split(' ');
      const size = Number(/deal (\d)/.exec(deal!.actions[0]!)![1]);
      // The part of the deck that was not dealt is reversed. Then the cards that players draw and lay no longer match
      // the deck.
      const at = size * seats + 1;
      deal!.deck = [...cards.slice(0, at), ...cards.slice(at).reverse()].join(' ');
    },
  ],
];

/** Records that obey all rules, but describe another match than the one that was played. */
const OTHERS: [name: string, why: string, of: string, sees: NonNullable<Forged['sees']>, change: Change][] = [
  [
    'another match',
    'it is right in itself',
    'schwarze-dame: alone',
    'hand',
    (match) => {
      const { seed, deals, winners } = matchOf(TOGETHER);
      Object.assign(match, { seed, deals, winners });
    },
  ],
  [
    'the last deal left out',
    'as if the match had been broken off',
    'schwarze-dame: alone',
    'points',
    (match) => {
      match.deals.pop();
      match.winners = null;
    },
  ],
];

function made(of: string, change: Change): string {
  const match = matchOf(of);
  const text = change(match);
  return typeof text === 'string' && text.startsWith('{') ? text : JSON.stringify(match);
}

export const forgedShuffles = (): Forged[] =>
  SHUFFLES.map(([name, why, of, change]) => ({ name, why, of, record: made(of, change) }));

export const forgedPlay = (): Forged[] => [
  ...PLAY.map(([name, why, of, sees, change]): Forged => ({ name, why, of, sees, record: made(of, change) })),
  ...OTHERS.map(([name, why, of, sees, change]): Forged => {
    return { name, why, of, sees, found: 'by a device', record: made(of, change) };
  }),
];

/** Returns the text of a file with these records, each on a line of its own. */
export const written = (all: readonly unknown[]) => `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
