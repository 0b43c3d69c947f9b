// A game on the start page: its facts, its buttons, and the level of the opponents of *Play*.

import { useState } from 'preact/hooks';
import { CardFace } from '../ui/CardFace';
import { playsAlone, WITHOUT_SERVER } from '../net/backend';
import { noCookie } from '../net/noCookie';
import type { GameInfo } from '../net/protocol';
import { hasLesson } from '../i18n/loadExtra';
import type { T } from '../i18n/words';
import { lastTable, remember } from '../match/newTable';
import { levelWords } from '../ui/levels';
import { Button } from '../ui/Button';
import { address } from '../ui/address';
import { tiles } from '../ui/tiles';

interface Props {
  id: string;
  t: T;
  title: string;
  /** True when the words of the game are loaded. */
  ready: boolean;
  info: GameInfo | null;
  /** The words that say why no game can be begun now; null if one can be. */
  why: string | null;
  /** True if *Play* of this game is the most probable next step of the reader. */
  primary: boolean;
  onPlay(): Promise<void>;
  onSheet(info: GameInfo, people: boolean): void;
  onRules(): void;
}

export function GameTile({ id, t, title, ready, info, why, primary, onPlay, onSheet, onRules }: Props) {
  const tile = tiles.get(id);
  const players = info?.seats ?? tile?.players;
  const people = (players?.max ?? 1) > 1;
  const of = (words: string) => t('log.plain', { who: t(words), action: title });
  const facts = [
    ...(tile ? [t(`start.ease.${tile.ease}`)] : []),
    ...(players
      ? [players.min === players.max ? t('start.players_one', { n: players.min }) : t('start.players', players)]
      : []),
    ...(tile ? [t('start.minutes', tile.minutes)] : []),
  ];
  return (
    <li class={`tile${ready ? '' : ' waiting'}`} data-game={id}>
      <div class="emblem" translate={false}>
        {tile ? <tile.Emblem /> : <CardFace face={null} width={72} />}
      </div>
      <h2>{ready ? title : '\u00a0'}</h2>
      <p class="tile-like">{ready && t.has('like') ? t('like') : '\u00a0'}</p>
      <p class="sentence">{ready && t.has('sentence') ? t('sentence') : '\u00a0'}</p>
      {/* The line is broken only after a dot. */}
      <p class="tile-facts">{facts.map((one) => one.replaceAll(' ', '\u00a0')).join('\u00a0· ')}</p>
      <div class="tile-buttons">
        <Button
          kind={primary ? 'primary' : 'plain'}
          does="play"
          onPress={() => void onPlay()}
          why={why}
          label={of('start.play')}
        >
          {t('start.play')}
        </Button>
        {people && info && info.levels.length > 1 && <Level id={id} info={info} t={t} title={title} />}
      </div>
      <div class="tile-buttons">
        {people && !WITHOUT_SERVER && (
          <Button
            does="friends"
            onPress={() => info && onSheet(info, true)}
            why={
              why ??
              (playsAlone.value && t.has('alone.people')
                ? t(noCookie.value ? 'error.no_cookie' : 'alone.people')
                : null)
            }
            label={of('start.friends')}
          >
            {t('start.friends')}
          </Button>
        )}
        <Button does="options" why={why} label={of('start.options')} onPress={() => info && onSheet(info, false)}>
          <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
            <circle cx="10" cy="4.5" r="2" />
            <circle cx="6" cy="11.5" r="2" />
          </svg>{' '}
          {t('start.options')}
        </Button>
      </div>
      <p class="tile-learn">
        {hasLesson(id) && (
          <a data-do="learn" href={address(`/learn/${id}`)} aria-label={of('start.learn')}>
            {t('start.learn')}
          </a>
        )}
        <button type="button" class="link" data-do="rules" aria-label={of('rules.title')} onClick={onRules}>
          {t('rules.title')}
        </button>
      </p>
    </li>
  );
}

/** The choice of the level of the bots against which *Play* begins a game. */
function Level({ id, info, t, title }: { id: string; info: GameInfo; t: T; title: string }) {
  const [level, set] = useState(() => lastTable(id).bots?.[0] ?? 'club');
  const choose = (to: string) => {
    set(to);
    remember({ ...lastTable(id), bots: [to] });
  };
  return (
    <select
      class="select tile-level"
      data-do="level"
      aria-label={t('log.plain', { who: t('waiting.level'), action: title })}
      value={level}
      onChange={(e) => choose(e.currentTarget.value)}
    >
      {info.levels.map((one) => (
        <option key={one} value={one}>
          {t('start.bots', { level: levelWords(one, t) })}
        </option>
      ))}
    </select>
  );
}
