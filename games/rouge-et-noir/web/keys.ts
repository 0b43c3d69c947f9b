/** The keyboard keys of the buttons, each with the key of the phrase that describes it. */
export const keys = [
  ['Space', 'do.turn'],
  ['Space', 'do.redeal'],
  ['x', 'do.discard'],
  ['/', 'find.open'],
  ['u', 'game.undo'],
  ['U', 'game.redo'],
] as const;
