// Addresses that are read or given to others: what few pages need.

import { address, pathOf, place } from './address';

/** The whole address of a path, to be given to others. */
export const wholeAddress = (path: string): string => new URL(address(path), location.href).href;

export const queryHere = (): URLSearchParams => new URLSearchParams(place().slice(pathOf(place()).length));

export const isHere = (path: string): boolean => pathOf(place()) === path;
