// Tests that a new player has to read only a few words before each of three steps, in every language. The steps are to
// understand the page, to choose a game, and to make the first decision.

import { describe, expect, it } from 'vitest';
import { lists } from '../i18n/allPhrases';
import { translator, type Words } from '../i18n/words';
import { tiles } from '../ui/tiles';

/** The largest number of words before a step. */
const MOST = 40;
const LANGUAGES = ['en', 'fr', 'de'];

interface Lesson {
  steps: { key: string }[];
}
const lessons = import.meta.glob('../../../games/*/lesson.json', { eager: true, import: 'default' }) as Record<
  string,
  Lesson
>;
const wordsIn = (text: string): number =>
  text.split(/[\s\u00a0\u202f]+/).filter((one) => /[\p{L}\p{N}]/u.test(one)).length;
const list = (path: string): Words => lists[`${path.startsWith('games') ? '../../../' : '../../'}${path}.json`]!;
const games = [...tiles.values()].sort((a, b) => a.order - b.order);

for (const language of LANGUAGES) {
  const of = (game: string) =>
    translator(
      language,
      list(`games/${game}/lang/tile/${language}`),
      list(`games/${game}/lang/lesson/${language}`),
      list(`games/${game}/lang/${language}`),
      list(`lang/lesson/${language}`),
      list(`lang/people/${language}`),
      list(`lang/${language}`),
    );
  describe(`at most ${MOST} words, ${language}`, () => {
    it('above what somebody who is new presses first', () => {
      const t = of(games[0]!.id);
      const page = translator(language, list(`lang/people/${language}`), list(`lang/${language}`));
      const above = [
        page('title'),
        page('motto'),
        page('start.new', { game: t('title') }),
        page('start.new_lesson'),
        page('start.new_match', { first: t('first') }),
      ].join(' ');
      expect([above, wordsIn(above) <= MOST]).toEqual([above, true]);
      expect(wordsIn(above)).toBeGreaterThan(20);
    });
    for (const { id, ease, minutes, players } of games) {
      it(`above the buttons of a tile: ${id}`, () => {
        const t = of(id);
        const above = [
          t('title'),
          t('like'),
          t('sentence'),
          t(`start.ease.${ease}`),
          players.min === players.max ? t('start.players_one', { n: players.min }) : t('start.players', players),
          t('start.minutes', minutes),
        ].join(' ');
        expect([above, wordsIn(above) <= MOST]).toEqual([above, true]);
      });
      it(`before the first decision of a lesson: ${id}`, () => {
        const t = of(id);
        const { steps } = lessons[`../../../games/${id}/lesson.json`]!;
        for (const before of [
          [t('lesson.begin_words', { n: steps.length }), t('learn.welcome')],
          [t('lesson.step', { n: 1, of: steps.length }), t('rules.see'), t(`learn.${steps[0]!.key}`)],
        ]) {
          const above = before.join(' ');
          expect([above, wordsIn(above) <= MOST]).toEqual([above, true]);
        }
      });
    }
  });
}

it('the easier games come first, and each has its own place', () => {
  const ease = ['easy', 'medium', 'hard'];
  expect(new Set(games.map(({ order }) => order)).size).toBe(games.length);
  const several = games.filter(({ players }) => players.max > 1).map((game) => ease.indexOf(game.ease));
  expect(several).toEqual([...several].sort());
});
