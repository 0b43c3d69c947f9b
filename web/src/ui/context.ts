// Words, settings and other values for all parts of a page, so that they need not be passed down as props.

import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { translator, type T } from '../i18n/words';
import type { Clock, People, ChatLine } from '../net/protocol';
import type { BoardSettings } from './gameUi';

export interface PageValues {
  t: T;
  settings: BoardSettings;
  /** Opens the rules at a rule, such as "S3". */
  openRule(rule: string | null): void;
  /** The other people; absent if only the reader is at the table. */
  company?: Company;
}

/** The people at a table, as signals, which change during the match. */
export interface Company {
  room: Signal<{ is: People; at: number } | null>;
  clock: Signal<{ is: Clock; at: number } | null>;
  /** The last words of each seat. */
  bubbles: Signal<ReadonlyMap<number, ChatLine>>;
}

export const plain: PageValues = {
  t: translator('en'),
  settings: {
    fourColours: false,
    leftHanded: false,
    oneTap: true,
    flightMs: 210,
    reducedMotion: false,
    autoHome: 'off',
  },
  openRule: () => {},
};

export const PageContext = createContext<PageValues>(plain);
export const usePage = (): PageValues => useContext(PageContext);
