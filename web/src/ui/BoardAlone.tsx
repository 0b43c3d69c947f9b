// A game's board on a page without a table: in a lesson, a replay, a mistake.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { gameWords } from '../i18n/load';
import { translator, type T, type Words } from '../i18n/words';
import { untilLoaded } from '../net/untilLoaded';
import { boardOf } from './boards';
import { usePage } from './context';
import type { BoardProps, GameUi } from './gameUi';

/** Loads a game's board and words; null until both are there. `more` loads words that come before those of the game. */
export function useBoard(
  game: string,
  shell: Words[],
  more?: (game: string, language: string) => Promise<Words[]>,
): { ui: GameUi; t: T } | null {
  const { language } = usePage().t;
  const [ui, setUi] = useState<GameUi | null>(null);
  const [words, setWords] = useState<Words[] | null>(null);
  useEffect(() => untilLoaded(() => boardOf(game), setUi), [game]);
  useEffect(
    () =>
      untilLoaded(
        () => Promise.all([more?.(game, language) ?? [], gameWords(game, language)]),
        (lists) => setWords(lists.flat()),
      ),
    [game, language],
  );
  const t = useMemo(() => words && translator(language, ...words, ...shell), [words, shell, language]);
  return ui && t && { ui, t };
}

/** The board, without undo, hint and help. */
export function BoardAlone({ ui, ...props }: Pick<BoardProps, 'frame' | 'send' | 'ask' | 'lesson'> & { ui: GameUi }) {
  const { t, settings } = usePage();
  const nothing = () => {};
  return <ui.Board {...props} undo={nothing} redo={nothing} hint={null} help={null} settings={settings} t={t} />;
}
