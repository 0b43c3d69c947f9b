/** The keys of the buttons, each with the name of its words. */
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
