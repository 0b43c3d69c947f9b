// The word lists of the tiles on the start page: what characterises a game, and how long a first match takes.

import { gameWords, type Load, read } from './load';
import { untilLoaded } from '../net/untilLoaded';
import type { Words } from './words';

const tiles = import.meta.glob('../../../games/*/lang/tile/*.json') as Record<string, Load>;

/** Loads the word lists of several games and of their tiles, by their ids. Returns a function that stops the
 * loading. */
export const wordsOfTiles = (
  games: readonly string[],
  language: string,
  loaded: (words: Record<string, Words[]>) => void,
  all: boolean,
): (() => void) =>
  untilLoaded(
    () =>
      Promise.all(
        games.map(async (game) => {
          const tile = read(tiles[`../../../games/${game}/lang/tile/${language}.json`]);
          return [game, [await tile, ...(await gameWords(game, language, all))]] as [string, Words[]];
        }),
      ),
    (lists) => loaded(Object.fromEntries(lists)),
  );
