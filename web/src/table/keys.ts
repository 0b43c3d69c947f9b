// The keys of every table, in the list that `?` opens: each with the name of its words.

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
