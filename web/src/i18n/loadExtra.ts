// The word lists for parts that are opened beside a game or after it. Each list is loaded together with its part.

import { type Load, read } from './load';
import type { Words } from './words';

const replay = import.meta.glob('../../lang/replay/*.json') as Record<string, Load>;
const side = import.meta.glob('../../lang/side/*.json') as Record<string, Load>;
const fair = import.meta.glob('../../lang/fair/*.json') as Record<string, Load>;
const mistakes = import.meta.glob('../../lang/mistakes/*.json') as Record<string, Load>;
const days = import.meta.glob('../../lang/days/*.json') as Record<string, Load>;
const lesson = import.meta.glob('../../lang/lesson/*.json') as Record<string, Load>;
const lessons = import.meta.glob('../../../games/*/lang/lesson/*.json') as Record<string, Load>;

/** Loads the words for looking back: for replays and imported records. */
export const replayWords = (language: string): Promise<Words> => read(replay[`../../lang/replay/${language}.json`]);

/** Loads the words for the parts beside a game: settings, keys, and the field for typed actions. */
export const sideWords = (language: string): Promise<Words> => read(side[`../../lang/side/${language}.json`]);

/** Loads the words of shuffling together and of *Was it fair?*. */
export const fairWords = (language: string): Promise<Words> => read(fair[`../../lang/fair/${language}.json`]);

/** Loads the words of *My mistakes*. */
export const mistakesWords = (language: string): Promise<Words> =>
  read(mistakes[`../../lang/mistakes/${language}.json`]);
/** Loads the words of the deals of the day. */
export const daysWords = (language: string): Promise<Words> => read(days[`../../lang/days/${language}.json`]);

/** Returns whether a game has a guided first deal. */
export const hasLesson = (game: string): boolean => `../../../games/${game}/lang/lesson/en.json` in lessons;

/** Loads the words of a guided deal: those of the game, and those that all guided deals share. */
export const lessonWords = async (game: string, language: string): Promise<Words[]> =>
  Promise.all([
    read(lessons[`../../../games/${game}/lang/lesson/${language}.json`]),
    read(lesson[`../../lang/lesson/${language}.json`]),
  ]);
