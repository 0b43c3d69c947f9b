/** The keys of the buttons, each with the name of its words. */
export const keys = [
  ['s', 'keys.sort'],
  ['⇧ ← →', 'keys.order'],
  ['l', 'last.button'],
  ['g', 'gone.button'],
  ['f', 'finish'],
  ['e', 'rest.offer'],
  ['Enter', 'play'],
] as const;
