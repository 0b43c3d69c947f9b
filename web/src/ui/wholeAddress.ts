// Full addresses and their queries, which only a few pages need.

import { address, pathOf, place } from './address';

/** Returns the full address of a path, which can be passed on to others. */
export const wholeAddress = (path: string): string => new URL(address(path), location.href).href;

export const queryHere = (): URLSearchParams => new URLSearchParams(place().slice(pathOf(place()).length));

export const isHere = (path: string): boolean => pathOf(place()) === path;
