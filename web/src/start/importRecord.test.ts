import { expect, it, vi } from 'vitest';
import { ApiError } from '../net/api';
import { translator, type Words } from '../i18n/words';

vi.mock('../ui/withWords', () => ({ withReplayWords: (part: unknown) => part }));
vi.mock('../ui/hostLinks', () => ({}));
vi.mock('../ui/route', () => ({ go: () => {} }));

const lists = import.meta.glob('../../lang/**/*.json', { eager: true, import: 'default' }) as Record<string, Words>;

it.each(['en', 'de', 'fr'])('a fault is one sentence (%s)', async (language) => {
  const { wrong } = await import('./importRecord');
  const own = Object.entries(lists).filter(([path]) => path.endsWith(`/${language}.json`));
  const t = translator(language, ...own.map(([, words]) => words));
  for (const [deal, action, why] of [
    [null, null, 'a record begins without a byte order mark'],
    [0, null, 'the deal has no actions'],
    [1, 3, 'the card is not in the hand.'],
  ] as const) {
    const { words, detail, end } = wrong(new ApiError('record', '', 400, { line: 1, deal, action, why }), t);
    // The checker's words follow a colon, and begin in lower case; a full stop ends the sentence.
    expect(words + detail + end).toMatch(/^\p{Lu}[^.{]*1[^.{]*: \p{Ll}[^.{]*\.$/u);
  }
  expect(wrong(new ApiError('no_records', '', 400), t).words).toMatch(/\.$/);
});
