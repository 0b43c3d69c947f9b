/** The keyboard keys of the buttons, each with the key of the phrase that describes it. */
export const keys = [
  ['b', 'bid'],
  ['x', 'put'],
  ['S', 'stop'],
  ['p', 'pass'],
  ['Enter', 'play'],
  ['s', 'keys.sort'],
  ['⇧ ← →', 'keys.order'],
  ['l', 'history.label'],
] as const;
