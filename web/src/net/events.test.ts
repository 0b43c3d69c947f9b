import { expect, it } from 'vitest';
import { readEvent, readStep } from './events';

it('an action is read with who did it and how close it was', () => {
  expect(readEvent({ seat: 2, action: 'play Qs' })).toEqual({ kind: 'acted', seat: 2, action: 'play Qs' });
  expect(readEvent({ seat: 0, action: 'pass', bot: true })).toEqual({
    kind: 'acted',
    seat: 0,
    action: 'pass',
    bot: 'away',
  });
  expect(readEvent({ seat: 0, action: 'pass', bot: true, time_up: true })).toMatchObject({ bot: 'time' });
  const margin = { after_ms: 612, of_ms: 2000 };
  expect(readEvent({ seat: 1, action: 'cut 9 9', margin })).toMatchObject({ margin });
});

it.each([
  ['bot club', 'bot'],
  ['back', 'back'],
  ['left', 'left'],
  ['removed', 'removed'],
  ['joined', 'joined'],
])('a new player is read: %s', (action, player) => {
  expect(readEvent({ seat: 1, action })).toEqual({ kind: 'took_over', seat: 1, player, timeUp: false });
  expect(readEvent({ seat: 1, action, time_up: true })).toMatchObject({ timeUp: true });
});

it.each([
  ['shuffle', 'shuffle'],
  ['deal', 'deal'],
  ['undo 12', 'undo'],
  ['give up', 'give up'],
  ['play on', 'play on'],
])('what no seat does is read: %s', (action, kind) => {
  expect(readEvent({ seat: null, action })).toEqual({ kind, seat: null });
});

it('actions of games are no new players', () => {
  for (const action of ['deal 5', 'keep', 'draw deck', 'bid 20', 'give 2c Ks Ah', 't1 f'])
    expect(readEvent({ seat: 0, action })).toMatchObject({ kind: 'acted', action });
});

it('a step keeps everything else', () => {
  expect(readStep({ view: 7, since: [{ seat: 1, action: 'pass' }] })).toEqual({
    view: 7,
    since: [{ kind: 'acted', seat: 1, action: 'pass' }],
  });
});
