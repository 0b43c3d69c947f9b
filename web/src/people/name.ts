/** What the server calls somebody who has not said their name. */
const NOBODY = 'Guest';

/** A name that somebody chose; '' if none was chosen yet. */
export const ownName = (name: string): string => (name === NOBODY ? '' : name);
