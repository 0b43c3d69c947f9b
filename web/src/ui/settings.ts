// The reader's choices, stored in this browser.

import { computed, effect, signal } from '@preact/signals';
import { choose } from '../i18n/load';
import type { BoardSettings } from './gameUi';

export interface Settings {
  /** '' follows the browser. */
  language: string;
  theme: 'auto' | 'dark' | 'light';
  speed: 'slow' | 'normal' | 'fast' | 'none';
  /** By game: a red-black deck is a part of Rouge et Noir's rules, and a nuisance in trick games. */
  fourColours: Record<string, boolean>;
  leftHanded: boolean;
  /** Seconds a finished trick stays. */
  trickPause: number;
  /** One tap plays; 'auto': with a mouse yes, with a finger no. */
  oneTap: 'auto' | 'yes' | 'no';
  /** The only thing that can be done is done by itself. Off until wanted. */
  forced: boolean;
  /** Off until wanted. */
  sounds: boolean;
  /** A short buzz at one's turn, on devices that can. */
  vibration: boolean;
  /** At a table that helps: always show whether the deal can still be won. */
  badge: boolean;
  /** Show statistics and streaks. */
  statistics: boolean;
  /** Score, log, rules and settings beside the table, where there is room for them. Until it is chosen they stand there
   * as soon as there is a score. */
  side?: boolean;
  /** In a solitaire: which cards go to their foundations by themselves. */
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
/** Room for the side beside the table; the same width stands in shell.css. */
export const wide = media('(min-width: 1000px)');

const FLIGHT_MS = { slow: 340, normal: 210, fast: 120, none: 0 };

/** The settings that a board of this game needs. */
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
    // A browser that keeps nothing still plays.
    try {
      localStorage.setItem(KEY, text);
    } catch {
      /* private window */
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
