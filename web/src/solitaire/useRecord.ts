import { useEffect, useState } from 'preact/hooks';
import * as deals from '../net/dealsApi';
import type { Frame, GameStatistics } from '../net/protocol';
import { levelAgainst } from '../ui/levels';
import { settings } from '../ui/settings';

/** Returns the statistics of games with the same rules against the same level, or null if the reader does not want
 * them. They are loaded again at the end of the deal. */
export function useRecord(frame: Frame): GameStatistics | null {
  const [found, set] = useState<GameStatistics | null>(null);
  const wanted = settings.value.statistics && frame.viewer !== null;
  useEffect(() => {
    if (!wanted) {
      set(null);
      return;
    }
    let here = true;
    const options = JSON.stringify(frame.options);
    const level = levelAgainst(frame);
    deals.statistics().then(
      ({ games }) => {
        if (here)
          set(
            games.find(
              (one) =>
                one.game === frame.game &&
                one.seats === frame.seats.length &&
                one.level === level &&
                JSON.stringify(one.options) === options,
            ) ?? null,
          );
      },
      () => {
        /* without an answer no statistics are shown */
      },
    );
    return () => {
      here = false;
    };
  }, [wanted, frame.table, frame.phase]);
  return found;
}
