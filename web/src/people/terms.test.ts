import { expect, it } from 'vitest';
import { translator } from '../i18n/words';
import type { People } from '../net/protocol';
import { agreed, newTerms } from './terms';
import { formOf, settingsOf } from './peopleSettings';

const room = {
  seats: [],
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
    one_per_network: false,
  },
} as unknown as People;
const t = translator('en', {});

it('what was agreed names the time to claim where the game has claims, and nowhere else', () => {
  expect(agreed(room, t, true)).toContainEqual(['options.races', 'races.turn_based']);
  expect(agreed(room, t, false).flat()).not.toContain('options.races');
});

const words = translator('en', {
  'waiting.changed': 'The host changed the table settings.',
  'waiting.term': '{what}: {how}',
  'table.clock': 'Clock',
  'table.clock.fast': '15 s per move',
});
const other = (part: Partial<People['settings']>): People => ({ ...room, settings: { ...room.settings, ...part } });

it('what the host changed is named, and nothing else', () => {
  expect(newTerms(room, other({ clock: 'fast' }), words, false)).toEqual({
    labels: new Set(['Clock']),
    words: 'The host changed the table settings. Clock: 15 s per move',
  });
  expect(newTerms(room, other({ races: 'strict' }), t, false).labels, 'a game without claims').toEqual(new Set());
  expect(newTerms(room, other({ races: 'strict' }), t, true).labels).toEqual(new Set(['options.races']));
});

it('many changes are marked in the list, not read out', () => {
  const all = other({ clock: 'fast', chat: 'free', level: 'master', watch: false });
  const { labels, words: summary } = newTerms(room, all, words, false);
  expect(labels.size).toBe(4);
  expect(summary).toBe('The host changed the table settings.');
});

it('the form of a table that is there says what was agreed, and saves it as it is', () => {
  const table = {
    ...other({ clock: 'relaxed', grace_s: 7, watch_delay_s: 6, level: 'expert', open: 'public' }),
    game: 'kael',
    seats: [{}, {}, {}],
    options: { match_end: 'best_of' },
  } as unknown as People;
  expect(settingsOf(formOf(table))).toEqual({
    options: { match_end: 'best_of' },
    races: 'turn_based',
    clock: 'relaxed',
    grace_s: 7,
    watch: true,
    watch_delay_s: 6,
    chat: 'phrases',
    level: 'expert',
    one_per_network: false,
  });
  // In a form, "never" is the number 0; at a table it is null. A form that is reset for a public table gets a limit.
  expect(settingsOf(formOf(room)).grace_s).toBe(0);
  expect(settingsOf({ game: 'kael', open: 'public' }).grace_s).toBe(60);
  // At a public table each network gets only one seat, unless the host chooses otherwise.
  expect(settingsOf({ game: 'kael', open: 'public' }).one_per_network).toBe(true);
  expect(settingsOf({ game: 'kael', open: 'friends' }).one_per_network).toBe(false);
});
