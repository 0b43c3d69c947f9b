import { describe, expect, it } from 'vitest';
import { translator, type Place } from '@cardroom/ui';
import english from '../lang/en.json';
import french from '../lang/fr.json';
import german from '../lang/de.json';
import { layout, type RougeFrame, type Touch } from './layout';
import type { View } from './types.gen';
import { bothHome, PACK, placeWords, whereIs } from './where';

const t = translator('en', english);
const view = (rest: Partial<View>): View =>
  ({
    foundations: [
      ['Ac', 'Ac'],
      ['Ad', 'Ad'],
      ['3h', 'Ah'],
      ['As', 'As'],
    ],
    tableaus: [['Qs', 'Jh', 'Tc'], [], ['Th'], [], [], [], [], ['Ts', '9h']],
    hand: null,
    discard: [],
    stock: 80,
    known: [],
    redeals_left: 1,
    ...rest,
  }) as View;
const says = (card: string, of: View) => placeWords(card, whereIs(of, card), t);

describe('both copies of a card', () => {
  it('on tableaus: on top, and under others', () => {
    const of = view({ tableaus: [['Qs', 'Jh', 'Tc'], [], ['Jh'], [], [], [], [], []] });
    expect(whereIs(of, 'Jh')).toEqual([
      { at: 'tableau', pile: 't1', under: 1 },
      { at: 'tableau', pile: 't3', under: 0 },
    ]);
    expect(says('Jh', of)).toBe('Jh: column 1, under 1 card; column 3, on top.');
    expect(says('Qs', of)).toBe('Qs: column 1, under 2 cards; in the stock, not seen yet.');
  });

  it('in the discard pile, both of them', () => {
    const of = view({ discard: ['4c', '9d', '4c', 'Kh'] });
    expect(whereIs(of, '4c')).toEqual([
      { at: 'discard', pile: 'discard', under: 3 },
      { at: 'discard', pile: 'discard', under: 1 },
    ]);
    expect(says('4c', of)).toBe('4c: discard pile, under 3 cards; discard pile, under 1 card.');
  });

  it('in hand and home, on the foundation that has come so far', () => {
    const of = view({ hand: '2h' });
    expect(whereIs(of, '2h')).toEqual([
      { at: 'hand', pile: 'hand', under: 0 },
      { at: 'home', pile: 'f4', under: 1 },
    ]);
    expect(says('2h', of)).toBe('2h: in hand; on its foundation.');
    expect(bothHome(of, '2h')).toBe(false);
    expect(bothHome(of, 'Ah')).toBe(true);
    expect(says('Ah', of)).toBe('Ah: both on their foundations.');
  });

  it('in the stock: what was seen of it once is known, its order is not told [R13]', () => {
    expect(says('8d', view({}))).toBe('8d: both in the stock, not seen yet.');
    expect(says('8d', view({ known: ['Kc', '8d'] }))).toBe(
      '8d: in the stock, seen before; in the stock, not seen yet.',
    );
    expect(says('8d', view({ known: ['8d', '8d'] }))).toBe('8d: both in the stock, seen before.');
    expect(whereIs(view({ known: ['8d', 'Kc'] }), '8d')).toEqual(whereIs(view({ known: ['Kc', '8d'] }), '8d'));
  });

  it('every card of the pack has two places', () => {
    expect(new Set(PACK.flat()).size).toBe(52);
    for (const card of PACK.flat())
      expect([card, whereIs(view({ hand: 'Kd', discard: ['Kd', '5s'], known: ['5s'] }), card).length]).toEqual([
        card,
        2,
      ]);
  });

  it('in all three languages', () => {
    const of = view({ discard: ['Th', '2c'] });
    expect(placeWords('10♥', whereIs(of, 'Th'), translator('fr', french))).toBe(
      '10♥\u00a0: colonne 3, dessus\u202f; défausse, sous 1 carte.',
    );
    expect(placeWords('10♥', whereIs(of, 'Th'), translator('de', german))).toBe(
      '10♥: Spalte 3, obenauf; Ablage, unter 1 Karte.',
    );
  });
});

describe.each([
  [360, 596],
  [740, 316],
  [820, 1136],
  [1584, 1028],
])('marks on a table of %i by %i', (w, h) => {
  const touch: Touch = { of: () => ({}), targets: () => false, lifted: false };
  const at = (of: View, card: string) => {
    const frame = { deal: 0, viewer: 0, phase: 'deal', legal: [], view: of } as unknown as RougeFrame;
    return layout(frame, { w, h }, touch, t, null, whereIs(of, card));
  };
  const noted = (places: Place[]) => places.filter((place) => place.note).map((place) => [place.pile, place.face]);

  it('frame what of a card can be seen', () => {
    const { spots, places, card } = at(view({ hand: 'Jh' }), 'Jh');
    const lies = places.find((place) => place.pile === 't1' && place.face === 'Jh')!;
    const above = places.find((place) => place.pile === 't1' && place.face === 'Tc')!;
    expect(spots!['card0']).toEqual({ x: lies.x, y: lies.y, w: card.w, h: above.y - lies.y });
    expect(spots!['card1']).toMatchObject({ w: card.w, h: card.h });
    expect(noted(places)).toEqual([
      ['t1', 'Jh'],
      ['hand', 'Jh'],
    ]);
  });

  it('frame the pile where the card is out of sight: far down in the discard pile, at home, in the stock', () => {
    const { spots, places } = at(view({ discard: ['2h', '9c', '8c', '7c', '6c'] }), '2h');
    expect(Object.keys(spots!).filter((name) => /\d$/.test(name))).toEqual(['pile0', 'pile1']);
    expect(spots!['pile0']!.w + spots!['pile0']!.h).toBeGreaterThan(spots!['pile1']!.w + spots!['pile1']!.h);
    expect(noted(places)).toEqual([]);
    const stock = at(view({}), '8d');
    expect(stock.spots!['pile0']).toEqual(stock.spots!['pile1']);
  });
});
