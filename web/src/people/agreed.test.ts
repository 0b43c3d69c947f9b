import { expect, it } from 'vitest';
import { translator } from '../i18n/words';
import type { Room } from '../protocol';
import { agreed } from './agreed';

const room = {
  options: {},
  settings: {
    open: 'friends',
    clock: 'none',
    races: 'turn_based',
    grace_s: null,
    level: 'club',
    watch: true,
    watch_delay_s: 0,
    chat: 'phrases',
  },
} as unknown as Room;
const t = translator('en', {});

it('what was agreed names the time to claim where the game has claims, and nowhere else', () => {
  expect(agreed(room, t, true)).toContainEqual(['options.races', 'races.turn_based']);
  expect(agreed(room, t, false).flat()).not.toContain('options.races');
});
