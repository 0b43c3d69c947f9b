import { expect, it } from 'vitest';
import { translator } from '../i18n/words';
import type { SeatInfo } from '../net/protocol';
import { sameNetwork } from './seatRequests';

const t = translator('en', { 'people.same_network': 'Same network as {who}' });
const seat = (name: string, next_name?: string): SeatInfo => ({
  name,
  bot: null,
  here: true,
  ...(next_name && { next_name }),
});

it('a seat says with whom it shares a network, a newcomer by the name of the person', () => {
  const seats = [seat('Ann'), seat('Bo'), seat('Bot 1', 'Cy'), seat('Di')];
  const words = (groups: number[][], of: number) => sameNetwork({ seats, same_network: groups }, of, t);
  expect(words([[0, 1]], 0)).toBe('Same network as Bo');
  expect(words([[0, 1, 2]], 1)).toBe('Same network as Ann and Cy');
  expect(words([[0, 1]], 3)).toBe(null);
  expect(sameNetwork({ seats }, 0, t), 'whoever is not the host is told nothing').toBe(null);
});
