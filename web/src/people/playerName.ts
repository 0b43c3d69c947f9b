/** The server's name for a person who has not chosen a name. */
const NOBODY = 'Guest';

/** Returns the name that a person has chosen; '' for the server's name of a person who has not chosen any. */
export const ownName = (name: string): string => (name === NOBODY ? '' : name);

/** The largest number of characters in a name (crates/room/src/names.rs). */
const LONGEST = 24;

/** Returns whether the server refuses this name as too long. An emoji can count as several characters. */
export const isTooLong = (name: string): boolean => [...name.trim()].length > LONGEST;
