// The keys of a replay, in the list that `?` opens: each with the name of its words.

export const KEYS = [
  ['← →', 'replay.keys.step'],
  ['[ ]', 'replay.keys.part'],
  ['Home End', 'replay.keys.ends'],
] as const;

/** The keys of a replay of several seats. */
export const SEVERAL = [...KEYS, ['v', 'replay.keys.viewpoint']] as const;
