// The reader's games. Unfinished games that wait for the reader are at the top. Other unfinished games follow, and then
// the games that ended last.

import { useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { isOnDevice, WITHOUT_SERVER } from '../net/backend';
import { loadMyTables } from './myTables';
import * as peopleApi from '../net/peopleApi';
import { CardFace } from '../ui/CardFace';
import { agoOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import { tiles } from '../ui/tiles';
import { NameField } from './nameField';
import { ownName } from './playerName';
import type { Me, TableLine } from '../net/protocol';
import { settings } from '../ui/settings';
import { isAgainstBots, unfinished, waits } from './unfinishedTables';
import { usePage } from '../ui/context';
import '../ui/startPage.css';
import { toast } from '../ui/toast';
import { address } from '../ui/address';
import '../ui/form.css';
import { Confirm } from '../ui/Confirm';
import { Sign } from '../ui/Sign';

/** The number of games that are shown at first, so that the tiles below them stay visible. */
const SHOWN = 3;

/** The unfinished games, above the tiles. */
export function Unfinished({ me, onMe, titleOf }: { me: Me; onMe(me: Me): void; titleOf(game: string): string }) {
  const { t } = usePage();
  const [all, showAll] = useState(false);
  const [asked, ask] = useState<TableLine | null>(null);
  const open = unfinished(me.tables);
  if (!open.length) return null;
  const shown = all ? open : open.slice(0, SHOWN);
  const remove = async (line: TableLine) => {
    ask(null);
    try {
      await peopleApi.leaveTable(line.id);
      await loadMyTables(onMe);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  return (
    <section class="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('start.unfinished')}</h2>
      <ul class="open-games" translate={false}>
        {shown.map((line, i) => {
          const tile = tiles.get(line.game);
          // Only the first game that waits for the reader has a button, because this is what most people press next.
          const next = i === 0 && waits(line);
          return (
            <li key={line.id} data-table={line.id} class={waits(line) ? 'waits' : ''}>
              <a href={address(`/t/${encodeURIComponent(line.id)}`)}>
                <span class="open-emblem" aria-hidden="true">
                  {tile ? <tile.Emblem /> : <CardFace face={null} width={36} />}
                </span>
                <span class="open-words">
                  <strong>{titleOf(line.game)}</strong>
                  <small class="muted">{against(line, t)}</small>
                  <small class="open-state">
                    {/* A table without seats cannot be read. */}
                    {line.seats.length
                      ? !(next && isAgainstBots(line)) && <State line={line} />
                      : t('error.broken_table')}{' '}
                    {isOnDevice(line.id) && !WITHOUT_SERVER && <span class="muted">{t('alone.here')}</span>}{' '}
                    <time class="muted" dateTime={line.created}>
                      {agoOf(t.language, line.created)}
                    </time>
                  </small>
                </span>
                {next && <span class="button primary">{t('start.go_on')}</span>}
              </a>
              <button
                type="button"
                class="icon-button"
                data-do="remove"
                aria-label={t('start.remove', { game: titleOf(line.game) })}
                title={t('start.remove', { game: titleOf(line.game) })}
                onClick={() => ask(line)}
              >
                <Sign d="M4 4l8 8M12 4l-8 8" />
              </button>
            </li>
          );
        })}
      </ul>
      {open.length > shown.length && (
        <button type="button" class="link" data-do="all" onClick={() => showAll(true)}>
          {t('start.all', { n: open.length - shown.length })}
        </button>
      )}
      {asked && (
        <Confirm
          title={t('start.remove_title')}
          act={t('start.remove_now')}
          does="remove-now"
          stay={t('people.keep')}
          onAct={() => void remove(asked)}
          onClose={() => ask(null)}
        >
          <p>
            <strong>{titleOf(asked.game)}</strong> · {against(asked, t)}
          </p>
          <p>
            {t(
              asked.seats.some((seat, i) => i !== asked.seat && !seat.bot && !seat.free)
                ? 'start.remove_others'
                : 'start.remove_ask',
            )}
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** The games that ended lately, and the reader's name, below the tiles. */
export function TableList({ me, onMe, titleOf }: { me: Me; onMe(me: Me): void; titleOf(game: string): string }) {
  const { t } = usePage();
  const over = me.tables.filter((line) => line.over).slice(0, 5);
  return (
    <section class="tables" aria-labelledby="finished">
      <div class="tables-head">
        <h2 id="finished">{t('start.finished')}</h2>
        <Name me={me} onMe={onMe} />
      </div>
      {over.length ? <Lines lines={over} titleOf={titleOf} /> : <p class="empty">{t('start.none')}</p>}
      {settings.value.statistics && me.tables.length > 0 && (
        <p>
          <a class="link" href={address('/statistics')}>
            {t('statistics.title')}
          </a>
        </p>
      )}
    </section>
  );
}

function against(line: TableLine, t: ReturnType<typeof usePage>['t']): string {
  const names = line.seats.filter((s, i) => i !== line.seat && !s.free).map((s) => t.person(s.name));
  if (names.length) return t('start.against', { names: new Intl.ListFormat(t.language).format(names) });
  return line.seats.length === 0 || line.stage === 'gathering' ? '' : t('start.alone');
}

function State({ line }: { line: TableLine }) {
  const { t } = usePage();
  if (line.stage === 'gathering') return <span class="muted">{t('start.gathering')}</span>;
  if (line.stage !== 'playing') return null;
  return (
    <span class={waits(line) ? 'turn-mark' : 'muted'}>
      {t(
        isAgainstBots(line)
          ? 'start.go_on'
          : line.your_turn
            ? 'start.your_turn'
            : line.your_next
              ? 'start.your_next'
              : 'start.waiting',
      )}
    </span>
  );
}

/** Returns the words for the rank of a player, where equal points share a rank. For a solitaire, returns whether it was
 * won. */
export function placeWords(line: Pick<TableLine, 'game' | 'seat' | 'totals'>, t: T): string {
  const { totals, seat } = line;
  if (totals.length === 1) return t(totals[0] === tiles.get(line.game)?.full ? 'start.won' : 'start.lost');
  const ahead = (points: number) => (tiles.get(line.game)?.few ? points < totals[seat]! : points > totals[seat]!);
  const place = 1 + totals.filter(ahead).length;
  return place === 1 ? t('start.won') : t('start.place', { n: place, of: totals.length });
}

function Lines({ lines, titleOf }: { lines: TableLine[]; titleOf(game: string): string }) {
  const { t } = usePage();
  return (
    <ul class="table-lines" translate={false}>
      {lines.map((line) => (
        <li key={line.id}>
          <a href={address(`/t/${encodeURIComponent(line.id)}`)}>
            <strong>{titleOf(line.game)}</strong>
            {line.totals.length > 0 && (
              <span class="table-place">{line.practice ? t('game.practice') : placeWords(line, t)}</span>
            )}
            <span class="table-score numbers">
              {line.totals.map((points, seat) => (
                <span key={seat}>
                  {line.seats.length > 1 && <bdi>{seat === line.seat ? t('seat.you') : line.seats[seat]?.name} </bdi>}
                  <b>{t.num(points)}</b>
                </span>
              ))}
            </span>
            {line.ended && (
              <time class="muted" dateTime={line.ended}>
                {agoOf(t.language, line.ended)}
              </time>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Name({ me, onMe }: { me: Me; onMe(me: Me): void }) {
  const { t } = usePage();
  const [text, setText] = useState<string | null>(null);
  const label = t('log.plain', { who: t('start.name'), action: '' });
  if (text === null)
    return (
      <p class="name">
        <span class="muted">{label}</span> <strong dir="auto">{t.person(me.name)}</strong>{' '}
        <button type="button" class="link" onClick={() => setText(ownName(me.name))}>
          {t('start.rename')}
        </button>
      </p>
    );
  const saveName = async (e: Event) => {
    e.preventDefault();
    try {
      onMe(await api.rename(text.trim()));
      setText(null);
    } catch (error) {
      toast(errorWords(error, t));
    }
  };
  return (
    <form class="name" onSubmit={(e) => void saveName(e)}>
      <NameField value={text} onName={setText} focused />
      <button class="button" type="submit">
        {t('start.rename')}
      </button>
    </form>
  );
}
