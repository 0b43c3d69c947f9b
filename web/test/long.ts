// The parts of the browser tests that only `cargo xtask e2e --long` runs, each night: another size of the same screen,
// whole matches, every step.

import { it } from 'vitest';

export const LONG = process.env['CARDROOM_LONG'] !== undefined;

/** Defines a test that only long runs carry out. */
export const itLong = (name: string, test: () => unknown, most?: number): void => {
  if (LONG) it(name, async () => void (await test()), most);
};

/** Returns all of these in long runs, and only the one at index `short` in short runs. */
export const inShort = <T>(all: readonly T[], short: number): readonly T[] => (LONG ? all : [all[short]!]);
