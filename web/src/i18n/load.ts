// Finds the word lists: web/lang/*.json for the page around the boards, games/*/lang/*.json for each game. A test
// checks that the lists are complete.

import { signal } from '@preact/signals';
import { untilLoaded } from '../net/untilLoaded';
import type { Words } from './words';

export type Load = () => Promise<{ default: Words }>;
const shell = import.meta.glob('../../lang/*.json') as Record<string, Load>;
const people = import.meta.glob('../../lang/people/*.json') as Record<string, Load>;
const games = import.meta.glob('../../../games/*/lang/*.json', { query: '?first' }) as Record<string, Load>;
const rest = import.meta.glob('../../../games/*/lang/*.json', { query: '?later' }) as Record<string, Load>;

const code = (path: string) => path.replace(/^.*\/(.+)\.json$/, '$1');

/** The languages of the page, by code. */
export const languages: string[] = Object.keys(shell).map(code).sort();

/** Returns the reader's language if the page has it: the chosen one, or one that the browser asks for. */
export function choose(wanted: string, asked: readonly string[] = navigator.languages): string {
  for (const tag of [wanted, ...asked]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (languages.includes(short)) return short;
  }
  return 'en';
}

export const read = async (load: Load | undefined): Promise<Words> => (load ? (await load()).default : {});

/** True if the word list web/lang/people is needed. Tables with people and the pages around the tables need it. A table
 * against bots does not need it. */
export const wantsPeople = signal(false);

/** Returns the word lists of the page. With `withPeople`, web/lang/people is included. */
export const shellWords = async (language: string, withPeople: boolean): Promise<Words[]> =>
  Promise.all([
    read(shell[`../../lang/${language}.json`]),
    ...(withPeople ? [read(people[`../../lang/people/${language}.json`])] : []),
  ]);

/** True if the words for options and for reasons are needed. They are not needed when a table opens. */
export const wantsAllOfGame = signal(false);

/** Returns a game's own word lists: all of them, or only the one that its table needs when it opens. */
export const gameWords = async (game: string, language: string, all = true): Promise<Words[]> => {
  const path = `../../../games/${game}/lang/${language}.json`;
  return Promise.all([read(games[path]), ...(all ? [read(rest[path])] : [])]);
};

/** Loads the word lists of several games, by their ids. Returns a function that stops the loading. */
export const wordsOfGames = (
  games: readonly string[],
  language: string,
  loaded: (words: Record<string, Words[]>) => void,
  all = true,
): (() => void) =>
  untilLoaded(
    () => Promise.all(games.map(async (game) => [game, await gameWords(game, language, all)] as const)),
    (lists) => loaded(Object.fromEntries(lists)),
  );
