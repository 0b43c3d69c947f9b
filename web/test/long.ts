// Parts of the browser tests that only `cargo xtask e2e --long` runs, each night: another size of the same screen,
// whole matches, every step.

import { it } from 'vitest';

export const LONG = process.env['CARDROOM_LONG'] !== undefined;

/** A test of long runs alone. */
export const itLong = (name: string, test: () => unknown, most?: number): void => {
  if (LONG) it(name, async () => void (await test()), most);
};

/** The size in which a screen is looked at in short runs, or both. */
export const inShort = <T>(all: readonly T[], short: number): readonly T[] => (LONG ? all : [all[short]!]);
