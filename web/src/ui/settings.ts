// The reader's settings, which are stored in this browser.

import { computed, effect, signal } from '@preact/signals';
import { choose } from '../i18n/load';
import type { BoardSettings } from './gameUi';

export interface Settings {
  /** The code of the language; '' for the language of the browser. */
  language: string;
  theme: 'auto' | 'dark' | 'light';
  speed: 'slow' | 'normal' | 'fast' | 'none';
  /** For each game, true for a deck with four colours. The rules of Rouge et Noir need a red and black deck. In trick
   * games, a red and black deck is inconvenient. */
  fourColours: Record<string, boolean>;
  leftHanded: boolean;
  /** The time in seconds for which a full trick stays on the table. */
  trickPause: number;
  /** The rule for a tap on a card. 'yes': one tap plays the card. 'no': the first tap only lifts the card. 'auto':
   * 'yes' with a mouse, 'no' with a finger. */
  oneTap: 'auto' | 'yes' | 'no';
  /** True once the reader has touched a card that can be played. After that, the page no longer explains how to play a
   * card. */
  touched?: boolean;
  /** True if a forced action is done automatically. False by default. */
  forced: boolean;
  /** True if sounds are played. False by default. */
  sounds: boolean;
  /** True if the device vibrates briefly at the reader's turn, where it can. */
  vibration: boolean;
  /** True if a table with help always shows whether the deal can still be won. */
  badge: boolean;
  /** True if statistics and streaks are shown. */
  statistics: boolean;
  /** True if score, log, rules and settings are shown beside the table, if there is space. Until the reader chooses,
   * they are shown as soon as there is a score. */
  side?: boolean;
  /** The cards of a solitaire that go to their foundations automatically. */
  autoHome: 'off' | 'safe' | 'always';
}

const DEFAULTS: Settings = {
  language: '',
  theme: 'auto',
  speed: 'normal',
  fourColours: {},
  leftHanded: false,
  trickPause: 1.2,
  oneTap: 'auto',
  forced: false,
  badge: false,
  statistics: true,
  autoHome: 'off',
  sounds: false,
  vibration: true,
};
const KEY = 'cardroom.settings';

export const settings = signal<Settings>({ ...DEFAULTS, ...savedSettings() });

export const change = (part: Partial<Settings>): void => {
  settings.value = { ...settings.value, ...part };
};

export const language = computed(() => choose(settings.value.language));

const lessMotion = media('(prefers-reduced-motion: reduce)');
const lightSystem = media('(prefers-color-scheme: light)');
const coarse = media('(pointer: coarse)');
/** True if there is room for a panel beside the table. The same width is in shell.css. */
export const wide = media('(min-width: 1000px)');

const FLIGHT_MS = { slow: 340, normal: 210, fast: 120, none: 0 };

/** Returns the settings that a board of this game needs. */
export function boardSettings(game: string): BoardSettings {
  const s = settings.value;
  return {
    fourColours: s.fourColours[game] ?? false,
    leftHanded: s.leftHanded,
    oneTap: s.oneTap === 'auto' ? !coarse.value : s.oneTap === 'yes',
    flightMs: FLIGHT_MS[s.speed],
    reducedMotion: lessMotion.value,
    autoHome: s.autoHome,
  };
}

export function startSettings(): void {
  effect(() => {
    const { theme } = settings.value;
    document.documentElement.dataset['theme'] = theme === 'auto' ? (lightSystem.value ? 'light' : 'dark') : theme;
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    const text = JSON.stringify(settings.value);
    // If the browser stores nothing, the game can be played nevertheless.
    try {
      localStorage.setItem(KEY, text);
    } catch {
      /* a private window stores nothing */
    }
  });
}

function savedSettings(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

function media(query: string) {
  const list = matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener('change', () => {
    now.value = list.matches;
  });
  return now;
}
