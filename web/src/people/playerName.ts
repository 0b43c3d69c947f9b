/** The server's name for a person who has not chosen a name. */
const NOBODY = 'Guest';

/** Returns a name that the person chose; '' if none was chosen yet. */
export const ownName = (name: string): string => (name === NOBODY ? '' : name);

/** The largest number of characters of a name (crates/room/src/names.rs). */
const LONGEST = 24;

/** Returns whether the server refuses this name as too long: an emoji can count as several characters. */
export const isTooLong = (name: string): boolean => [...name.trim()].length > LONGEST;
