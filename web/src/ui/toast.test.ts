import { beforeEach, expect, it } from 'vitest';
import { wantsPeople } from '../i18n/load';
import { translator } from '../i18n/words';
import type { Refusal } from '../net/protocol';
import { refusalWords, toast, toastWords } from './toast';

beforeEach(() => {
  wantsPeople.value = false;
});

it('a refusal whose words are not here yet asks for them, and never shows the server\u2019s English', () => {
  const refusal = { key: 'late', words: 'server words', rule: null } as Refusal;
  const alone = translator('fr', { 'error.unknown': 'Réessayez.' });
  expect(refusalWords(refusal, alone)).toBe('Réessayez.');
  expect(wantsPeople.value).toBe(true);
  const people = translator('fr', { 'refusal.late': 'Trop tard.', 'error.unknown': 'Réessayez.' });
  expect(toastWords({ words: 'Réessayez.', rule: null, id: 1, key: 'refusal.late' }, people)).toBe('Trop tard.');
});

it('an error asks for its words, for a table against bots is without them', () => {
  toast('server words', null, 'error.malformed');
  expect(wantsPeople.value).toBe(true);
});
