/** The keyboard keys of the buttons, each with the key of the phrase that describes it. */
export const keys = [
  ['Enter', 'lay'],
  ['a', 'choose.all'],
  ['d', 'action.draw.deck'],
  ['t', 'action.draw.pile'],
  ['c', 'action.cut'],
  ['g', 'action.good'],
  ['K', 'action.kael'],
  ['Enter', 'action.show'],
] as const;
