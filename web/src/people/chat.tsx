// The chat. It has the lines so far, phrases and emoji to press and, if the table allows it, free text. Everything is
// plain text.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Phrase, People } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';
import { PHRASES, SIGNS } from '../ui/chatPhrases';
import { muted, phraseWords } from '../ui/chatWords';
import { ChatText, PhraseSign } from '../ui/ChatText';
import { readAll } from './unreadChat';
import './people.css';
import '../ui/form.css';

/** Returns whether the reader may chat. Spectators may use the phrases at a table of friends, unless they see the table
 * with a delay. */
export const maySpeak = ({ you, settings }: People): boolean =>
  you !== null || (settings.open === 'friends' && settings.watch_delay_s === 0);

export function Talk({ match, room, onSaid }: { match: Match; room: People; onSaid?(): void }) {
  const { t } = usePage();
  const sendPhrase = async (phrase: Phrase) => {
    if ((await match.order({ t: 'phrase', phrase })) === null) onSaid?.();
  };
  return (
    <div class="talk">
      <Lines match={match} room={room} />
      {maySpeak(room) && (
        <>
          <div class="signs" role="group" aria-label={t('talk.signs')}>
            {SIGNS.map((phrase) => (
              <button
                key={phrase}
                type="button"
                class="icon-button"
                data-phrase={phrase}
                aria-label={phraseWords(phrase, t)}
                title={phraseWords(phrase, t)}
                onClick={() => void sendPhrase(phrase)}
              >
                <PhraseSign phrase={phrase} />
              </button>
            ))}
          </div>
          <div class="phrases" role="group" aria-label={t('talk.phrases')}>
            {PHRASES.map((phrase) => (
              <button
                key={phrase}
                type="button"
                class="phrase"
                data-phrase={phrase}
                onClick={() => void sendPhrase(phrase)}
              >
                {phraseWords(phrase, t)}
              </button>
            ))}
          </div>
          {room.you !== null && room.settings.chat === 'free' && <Words match={match} />}
        </>
      )}
    </div>
  );
}

function Lines({ match, room }: { match: Match; room: People }) {
  const { t } = usePage();
  const el = useRef<HTMLOListElement>(null);
  const lines = match.talk.value.filter((line) => !muted.value.has(line.name));
  useLayoutEffect(() => {
    if (el.current) el.current.scrollTop = el.current.scrollHeight;
  }, [lines.length]);
  // Lines stay unread while the window is not visible.
  const all = match.talk.value;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') readAll(room.table, all);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [all, room.table]);
  if (!lines.length) return <p class="talk-none muted">{t('talk.none')}</p>;
  return (
    <ol class="talk-lines" ref={el} tabIndex={0} aria-label={t('talk.title')}>
      {lines.map((line) => (
        <li key={line.n} class={line.seat !== null && line.seat === room.you ? 'own' : ''}>
          <strong>
            <bdi translate={false}>
              {line.seat !== null && line.seat === room.you ? t('seat.you') : t.person(line.name)}
            </bdi>
          </strong>{' '}
          <span>
            <ChatText line={line} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Words({ match }: { match: Match }) {
  const { t } = usePage();
  const [text, setText] = useState('');
  const send = async (e: Event) => {
    e.preventDefault();
    if (text.trim() && (await match.order({ t: 'say', text: text.trim() })) === null) setText('');
  };
  return (
    <form class="say" onSubmit={(e) => void send(e)}>
      <input
        dir="auto"
        value={text}
        maxLength={200}
        aria-label={t('talk.say')}
        placeholder={t('talk.say')}
        autocomplete="off"
        onInput={(e) => setText(e.currentTarget.value)}
      />
      <button class="button" type="submit">
        {t('talk.send')}
      </button>
    </form>
  );
}
