/** The keyboard keys of the buttons, each with the key of the phrase that describes it. */
export const keys = [
  ['s', 'keys.sort'],
  ['⇧ ← →', 'keys.order'],
  ['l', 'last.button'],
  ['f', 'finish'],
  ['e', 'rest.offer'],
  ['Enter', 'play'],
  ['Enter', 'give'],
] as const;
