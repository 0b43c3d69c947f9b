// The log of events in words. The newest event is at the end, and always visible.

import './Log.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { withSideWords } from './withWords';
import type { T } from '../i18n/words';

export interface LogLine {
  id: number;
  seat: number | null;
  words: string;
  deal: number;
  /** Set if a bot acted for a player who was away, or whose time had run out. */
  bot?: 'away' | 'time';
}

export const Log = withSideWords(function Log({ lines, t }: { lines: readonly LogLine[]; t: T }) {
  const el = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const list = el.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [lines.length]);
  if (!lines.length) return <p class="empty">{t('log.none')}</p>;
  return (
    <ol class="log" ref={el} tabIndex={0} aria-label={t('log.title')}>
      {lines.map((line, i) => (
        <li key={line.id} class={line.seat === null ? 'news' : ''}>
          {lines[i - 1]?.deal !== line.deal && <strong class="log-deal">{t('game.deal', { n: line.deal + 1 })}</strong>}
          {line.words}
          {line.bot && <small class="by-bot"> · {t(line.bot === 'time' ? 'log.by_time' : 'log.by_bot')}</small>}
        </li>
      ))}
    </ol>
  );
});
