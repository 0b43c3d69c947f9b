/** The keys of the buttons, each with the name of its words. */
export const keys = [
  ['Space', 'do.turn'],
  ['Space', 'do.redeal'],
  ['x', 'do.discard'],
  ['/', 'find.open'],
  ['u', 'game.undo'],
  ['U', 'game.redo'],
] as const;
