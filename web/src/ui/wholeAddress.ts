// Addresses that are read or given to others; only few pages need this.

import { address, pathOf, place } from './address';

/** Returns the whole address of a path, to be given to others. */
export const wholeAddress = (path: string): string => new URL(address(path), location.href).href;

export const queryHere = (): URLSearchParams => new URLSearchParams(place().slice(pathOf(place()).length));

export const isHere = (path: string): boolean => pathOf(place()) === path;
