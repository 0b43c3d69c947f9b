// The word lists of the tiles on the start page: what a game is like, how long a first match is.

import { gameWords, type Load, read } from './load';
import { untilLoaded } from '../net/untilLoaded';
import type { Words } from './words';

const tiles = import.meta.glob('../../../games/*/lang/tile/*.json') as Record<string, Load>;

/** The word lists of several games with those of their tiles, by their ids, once all are there. Returns what ends the
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
