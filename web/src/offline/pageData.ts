// The page's own data. It is in `localStorage`, because the page reads it before anything is drawn. In the file with
// all data, its keys begin with `page/`. The other keys of the file belong to the card room.

import type { NewTable } from '../net/protocol';
import { change, settings, type Settings } from '../ui/settings';

const PAGE = 'page/';
const SETTINGS = 'cardroom.settings';
const LAST_TABLES = 'cardroom.last';
const UPLOADED = 'cardroom.uploaded';
const KEYS = [SETTINGS, LAST_TABLES, UPLOADED];

interface Everything {
  kept: [key: string, value: string][];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* a private window stores nothing */
  }
}

/** Adds the page's own data to the card room's file of all data, and returns the new file. */
export async function withPage(file: Blob): Promise<Blob> {
  const everything = JSON.parse(await file.text()) as Everything;
  const own = KEYS.flatMap((key): Everything['kept'] => {
    const value = read(key);
    return value === null ? [] : [[PAGE + key, value]];
  });
  return new Blob([JSON.stringify({ ...everything, kept: [...everything.kept, ...own] })], {
    type: 'application/json',
  });
}

/** Restores the page's own data from a file that the card room has accepted. The settings of the file replace the
 * present ones. Other data is only added. It does not replace data of this browser. */
export function restorePage(everything: unknown): void {
  const values = new Map((everything as Everything).kept);
  const of = (key: string): unknown => parsed(values.get(PAGE + key));
  change(valid(of(SETTINGS)));
  const tables = Object.entries(object(of(LAST_TABLES))).filter(([, table]) => 'game' in object(table));
  write(LAST_TABLES, { ...Object.fromEntries(tables), ...object(parsed(read(LAST_TABLES))) } as Record<
    string,
    NewTable
  >);
  write(UPLOADED, [...new Set([...list(parsed(read(UPLOADED))), ...list(of(UPLOADED))])]);
}

/** Parses JSON; returns null for a text that is not JSON. */
function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The allowed values of the settings that have a fixed list of choices. */
const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ['auto', 'dark', 'light'],
  speed: ['slow', 'normal', 'fast', 'none'],
  oneTap: ['auto', 'yes', 'no'],
  autoHome: ['off', 'safe', 'always'],
};

/** Returns those settings of a file that this page knows and whose values are valid. */
function valid(given: unknown): Partial<Settings> {
  const known = Object.entries(settings.value) as [keyof Settings, unknown][];
  const values = object(given);
  return Object.fromEntries(
    known.flatMap(([key, now]) => {
      const value = values[key];
      const choices = CHOICES[key] as readonly unknown[] | undefined;
      const isValid =
        choices?.includes(value) ??
        (typeof now === 'object'
          ? Object.values(object(value)).every((one) => typeof one === 'boolean') && value === object(value)
          : typeof value === typeof now);
      return isValid ? [[key, value]] : [];
    }),
  ) as Partial<Settings>;
}
