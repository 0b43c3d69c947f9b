// The parts of the browser tests that run only with `cargo xtask e2e --long`, each night: other sizes of a screen,
// whole matches, every step.

import { it } from 'vitest';

export const LONG = process.env['CARDROOM_LONG'] !== undefined;

/** Defines a test that is carried out only in long runs. */
export const itLong = (name: string, test: () => unknown, most?: number): void => {
  if (LONG) it(name, async () => void (await test()), most);
};

/** Returns all items in long runs, and only the item at index `short` in short runs. */
export const inShort = <T>(all: readonly T[], short: number): readonly T[] => (LONG ? all : [all[short]!]);
