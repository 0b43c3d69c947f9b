import { expect, it } from 'vitest';
import { typedName } from './playerName';

const typed = (value: string) => typedName({ value });

it('a name is as long as a reader counts it', () => {
  const family = '👩‍👩‍👧‍👦';
  for (const sign of ['a', 'é', 'e\u0301', 'ש', '字', '🎴', '🇫🇷', '👍🏽', family]) {
    expect([sign, typed(sign.repeat(24))]).toEqual([sign, sign.repeat(24)]);
    expect([sign, typed(sign.repeat(25))]).toEqual([sign, sign.repeat(24)]);
  }
  // No sign is cut in two.
  expect(typed(`${'a'.repeat(23)}${family}b`)).toBe('a'.repeat(23) + family);
});
