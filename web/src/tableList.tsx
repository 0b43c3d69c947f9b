// Your games: the unfinished ones to go back to, and the last that ended.

import { useState } from 'preact/hooks';
import * as api from './api';
import type { Me, TableLine } from './protocol';
import { settings } from './settings';
import { useRoom } from './ui/context';
import './start.css';
import { toast } from './ui/toast';
import './form.css';

export function TableList({ me, onMe, titleOf }: { me: Me; onMe(me: Me): void; titleOf(game: string): string }) {
  const { t } = useRoom();
  const open = me.tables.filter((line) => !line.over);
  const over = me.tables.filter((line) => line.over).slice(0, 5);
  return (
    <section class="tables" aria-labelledby="unfinished">
      <div class="tables-head"><h2 id="unfinished">{t('start.unfinished')}</h2><Name me={me} onMe={onMe} /></div>
      {open.length ? <Lines lines={open} titleOf={titleOf} /> : <p class="empty">{t('start.none')}</p>}
      {settings.value.statistics && me.tables.length > 0 && <p><a class="link" href="/statistics">{t('statistics.title')}</a></p>}
      {over.length > 0 && <><h3>{t('start.finished')}</h3><Lines lines={over} titleOf={titleOf} /></>}
    </section>
  );
}

function Lines({ lines, titleOf }: { lines: TableLine[]; titleOf(game: string): string }) {
  const { t } = useRoom();
  return (
    <ul class="table-lines">
      {lines.map((line) => {
        const names = line.seats.filter((s, i) => i !== line.seat && !s.free).map((s) => s.name);
        return (
          <li key={line.id}>
            <a href={`/t/${encodeURIComponent(line.id)}`}>
              <strong>{titleOf(line.game)}</strong>
              <span class="muted">{names.length ? t('start.against', { names: new Intl.ListFormat(t.language).format(names) }) : t('start.alone')}</span>
              <span class="table-score numbers">{line.totals.map((n) => t.num(n)).join(' · ')}</span>
              {line.stage === 'gathering' && <span class="muted">{t('start.gathering')}</span>}
              {line.stage === 'playing' && <span class={line.your_turn ? 'turn-mark' : 'muted'}>{t(line.your_turn ? 'start.your_turn' : 'start.waiting')}</span>}
              <time class="muted" dateTime={line.created}>{when(line.created, t.language)}</time>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function Name({ me, onMe }: { me: Me; onMe(me: Me): void }) {
  const { t } = useRoom();
  const [text, setText] = useState<string | null>(null);
  if (text === null) return <p class="name"><span class="muted">{t('start.name')}:</span> <strong>{me.name}</strong> <button type="button" class="link" onClick={() => setText(me.name)}>{t('start.rename')}</button></p>;
  const keep = async (e: Event) => {
    e.preventDefault();
    try { onMe(await api.rename(text.trim())); setText(null); } catch (error) { toast(api.errorWords(error, t)); }
  };
  return (
    <form class="name" onSubmit={(e) => void keep(e)}>
      <label><span class="visually-hidden">{t('start.name')}</span><input value={text} maxLength={24} required autoFocus onInput={(e) => setText(e.currentTarget.value)} /></label>
      <button class="button" type="submit">{t('start.rename')}</button>
    </form>
  );
}

function when(created: string, language: string): string {
  const date = new Date(created);
  if (Number.isNaN(date.getTime())) return '';
  const minutes = Math.round((date.getTime() - Date.now()) / 60_000);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -60 * 24) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}
