// The best and the worst decision of the match, which are computed when the reader asks for them.

import { useState } from 'preact/hooks';
import { allAnalysed, analysed, highlights, type Highlight } from '../advice/lookBack';
import { fixed, verdictWords } from '../advice/sentences';
import type { Look } from '../advice/useAdvice';
import type { T } from '../i18n/words';
import type { Match } from '../match/match';
import type { AnyLegal, Frame } from '../net/protocol';
import { Button } from '../ui/Button';
import type { GameUi } from '../ui/gameUi';

interface Props {
  match: Pick<Match, 'analyse' | 'undone'>;
  frame: Frame;
  ui: GameUi;
  look: Look;
  gameT: T;
  t: T;
}

export function Decisions({ match, frame, ui, look, gameT, t }: Props) {
  const deals = frame.deals.filter((deal) => deal.points[frame.viewer!] !== null).length;
  // If all deals have been analysed already, the results are shown immediately. An example is a reader who comes back
  // from the analysis.
  const [found, set] = useState(() => {
    const all = allAnalysed(match, deals);
    return all && highlights(all);
  });
  const [at, setAt] = useState<number | null>(null);
  const find = async () => {
    const all = [];
    for (let deal = 0; deal < deals; deal++) {
      setAt(deal);
      const reply = await analysed(match, deal);
      if (!reply) return setAt(null);
      all.push(reply);
    }
    set(highlights(all));
  };
  if (!found && at === null)
    return (
      <p class="result-find">
        <Button does="decisions" onPress={() => void find()}>
          {t('result.decisions')}
        </Button>
      </p>
    );
  if (!found)
    return (
      <p class="result-find" role="status">
        {t('analysis.thinking')} {deals > 1 && t('analysis.progress', { n: at! + 1, of: deals })}
      </p>
    );
  const words = ({ one }: Highlight) =>
    one.done.legal
      ? (ui.choice?.(one.done.legal as AnyLegal, { ...frame, view: one.view }, gameT) ?? one.done.legal.action)
      : t('advice.not_now');
  const lines = [
    ['best', found.best],
    ['worst', found.worst],
  ] as const;
  if (!found.best && !found.worst) return <p class="result-find muted">{t('result.none')}</p>;
  return (
    <ul class="result-decisions">
      {lines.map(
        ([key, line]) =>
          line && (
            <li key={key} class={key} data-do={key}>
              <small>
                {t(`result.${key}`)}
                {frame.deals.length > 1 && ` · ${t('game.deal', { n: line.deal + 1 })}`}
              </small>
              <b>{words(line)}</b>
              <span class="numbers">
                {key === 'best'
                  ? verdictWords(line.one, t)
                  : t('result.cost', { cost: fixed(-line.one.cost, t), error: fixed(line.one.error, t) })}
              </span>
              <Button
                does={`look-${key}`}
                onPress={() => look({ deal: line.deal, place: line.place, again: key === 'worst' })}
              >
                {t(key === 'worst' ? 'analysis.again' : 'result.show')}
              </Button>
            </li>
          ),
      )}
    </ul>
  );
}
