// The keyboard keys of a replay, for the list that `?` opens. Each has the key of the phrase that describes its effect.

export const KEYS = [
  ['← →', 'replay.keys.step'],
  ['[ ]', 'replay.keys.part'],
  ['Home End', 'replay.keys.ends'],
] as const;

/** The keys of a replay of several seats. */
export const SEVERAL = [...KEYS, ['v', 'replay.keys.viewpoint']] as const;
