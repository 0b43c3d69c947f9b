/** Returns the sign of a key as keyboards show it. */
export const keySign = (key: string): string =>
  key === 'Enter' ? '⏎' : key === 'Space' ? '␣' : /^[A-Z]$/.test(key) ? `⇧${key}` : key;
