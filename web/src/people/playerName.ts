/** The server's name for somebody who has not said theirs. */
const NOBODY = 'Guest';

/** A name that somebody chose; '' if none was chosen yet. */
export const ownName = (name: string): string => (name === NOBODY ? '' : name);

/** The most characters of a name (crates/room/src/names.rs), as a reader counts them. */
const LONGEST = 24;

/** The typed name, cut if it is too long. `maxLength` would count the parts of a sign, and cut between them. */
export function typedName(input: { value: string }): string {
  const signs =
    'Segmenter' in Intl
      ? Array.from(new Intl.Segmenter().segment(input.value), (one) => one.segment)
      : [...input.value];
  if (signs.length > LONGEST) input.value = signs.slice(0, LONGEST).join('');
  return input.value;
}
