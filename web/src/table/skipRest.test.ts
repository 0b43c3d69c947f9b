import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { Frame } from '../net/protocol';
import { onlyBotsPlay, placeOf, skip } from './skipRest';

const deals = (...points: (number | null)[][]) => points.map((one) => ({ points: one }));
const out =
  (...seats: number[]) =>
  (seat: number) =>
    seats.includes(seat);

it('who is out has a place behind all who play on and those who went out later', () => {
  const seats = [{}, {}, {}, {}];
  const at = (own: number, totals: number[], gone: number[], ...points: (number | null)[][]) =>
    placeOf({ seats, totals, deals: deals(...points) } as unknown as Frame, own, out(...gone));
  expect(at(0, [119, 20, 30, 40], [0], [119, 20, 30, 40])).toBe(4);
  // Two players are eliminated in the same deal. The player with fewer points ranks higher. Equal points share a rank.
  expect(at(0, [119, 105, 30, 40], [0, 1], [119, 105, 30, 40])).toBe(4);
  expect(at(1, [119, 105, 30, 40], [0, 1], [119, 105, 30, 40])).toBe(3);
  expect(at(0, [105, 105, 30, 40], [0, 1], [105, 105, 30, 40])).toBe(3);
  expect(at(0, [119, 150, 30, 40], [0, 1], [119, 60, 9, 9], [null, 90, 21, 31])).toBe(4);
});

it('the rest can be played at once where nobody but bots plays on', () => {
  const frame = (...seats: object[]) => ({ seats }) as unknown as Frame;
  const [you, ann, bo] = [{ bot: null }, { bot: null }, { bot: 'club' }];
  expect(onlyBotsPlay(frame(you, bo, bo), out(0))).toBe(true);
  expect(onlyBotsPlay(frame(you, ann, bo), out(0))).toBe(false);
  expect(onlyBotsPlay(frame(you, ann, bo), out(0, 1))).toBe(true);
  // A bot in place of an absent person plays for that person. An external program belongs to a person. So neither
  // counts as a bot here.
  expect(onlyBotsPlay(frame(you, { bot: 'club', stand_in: 'club' }), out(0))).toBe(false);
  expect(onlyBotsPlay(frame(you, { bot: 'engine' }), out(0))).toBe(false);
});

it('the rest is played deal by deal until the match is over, or the table refuses', async () => {
  const at = (deal: number, phase: string) =>
    ({
      deal,
      phase,
      ...(phase === 'deal' && { rest: { seat: 0, at: 7, accepted: null, open: [] } }),
    }) as unknown as Frame;
  const run = async (...then: (Frame | 'refused')[]) => {
    const frame = signal<Frame | null>(at(3, 'between'));
    const orders: string[] = [];
    await skip({
      frame,
      hurry: () => {},
      order: (order) => {
        orders.push(order.t);
        const next = then.shift()!;
        if (next === 'refused') return Promise.resolve({ key: 'too_fast', words: '' } as never);
        // The frame may arrive after the answer.
        queueMicrotask(() => (frame.value = next));
        return Promise.resolve(null);
      },
    });
    return orders;
  };
  expect(await run(at(4, 'deal'), at(4, 'between'), at(5, 'deal'), at(5, 'over'))).toEqual([
    'next',
    'rest',
    'next',
    'rest',
  ]);
  expect(await run(at(4, 'deal'), 'refused')).toEqual(['next', 'rest']);
});
