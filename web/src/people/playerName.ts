/** The server's name for somebody who has not said theirs. */
const NOBODY = 'Guest';

/** A name that somebody chose; '' if none was chosen yet. */
export const ownName = (name: string): string => (name === NOBODY ? '' : name);

/** The most characters of a name (crates/room/src/names.rs). */
const LONGEST = 24;

/** True if the server takes this name for too long: an emoji can count as several characters. */
export const isTooLong = (name: string): boolean => [...name.trim()].length > LONGEST;
