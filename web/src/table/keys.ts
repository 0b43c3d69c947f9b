// The keyboard keys of every table, for the list that `?` opens. Each has the key of the phrase that describes its
// effect.

export const EVERYWHERE = [
  ['Tab', 'keys.tab'],
  ['Esc', 'keys.escape'],
  ['?', 'keys.help'],
] as const;

export const TABLE = [
  ['← →', 'keys.along'],
  ['↑ ↓', 'keys.across'],
  ['⏎ ␣', 'keys.press'],
  [':', 'keys.line'],
] as const;
