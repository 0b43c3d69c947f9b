// Tests that every guided deal has its words. They are a sentence for each question, for the right choice, for a weaker
// choice, and for each choice with its own answer.

import { expect, it } from 'vitest';
import type { Words } from '../i18n/words';

interface Paper {
  steps: { key: string; others?: { key: string }[] }[];
}
const papers = import.meta.glob('../../../games/*/lesson.json', { eager: true, import: 'default' }) as Record<
  string,
  Paper
>;
const lists = import.meta.glob('../../../games/*/lang/lesson/*.json', { eager: true, import: 'default' }) as Record<
  string,
  Words
>;

it('every lesson has the words of its decisions, and no others but those that it says in another way', () => {
  expect(Object.keys(papers).length).toBeGreaterThan(0);
  for (const [path, { steps }] of Object.entries(papers)) {
    const wanted = [
      'learn.welcome',
      'learn.farewell',
      ...steps.flatMap(({ key, others }) => [
        `learn.${key}`,
        ...['right', 'weaker', ...(others ?? []).map((other) => other.key)].map((said) => `learn.${key}.${said}`),
      ]),
    ];
    const words = lists[path.replace('lesson.json', 'lang/lesson/en.json')]!;
    expect([
      path,
      Object.keys(words)
        .filter((key) => key.startsWith('learn.'))
        .sort(),
    ]).toEqual([path, wanted.sort()]);
  }
});

it('what is said is short: it is read beside the cards, on a phone too', () => {
  for (const [path, words] of Object.entries(lists))
    for (const [key, phrase] of Object.entries(words))
      expect([path, key, String(phrase).length < 270]).toEqual([path, key, true]);
});
