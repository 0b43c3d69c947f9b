// The keys of the page, in the list that `?` opens: each with the name of its words.

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

export const REPLAY = [
  ['← →', 'replay.keys.step'],
  ['[ ]', 'replay.keys.part'],
  ['Home End', 'replay.keys.ends'],
] as const;

export const REPLAY_OF_SEVERAL = [...REPLAY, ['v', 'replay.keys.viewpoint']] as const;
