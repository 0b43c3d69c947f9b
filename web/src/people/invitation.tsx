// The page of an invitation. The page shows the host and the game. The reader enters a name and takes a seat, without
// an account.

import { useEffect, useMemo, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { tiles } from '../ui/tiles';
import { Logo } from '../cards/Logo';
import { gameWords } from '../i18n/load';
import { translator, type Words } from '../i18n/words';
import { NotFound } from '../ui/notFound';
import type { Invitation } from '../net/protocol';
import { go } from '../ui/route';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast, ToastPlace } from '../ui/toast';
import { newTerms } from './terms';
import { AgreedList } from './termsList';
import { noteLink } from './tableLinks';
import { isOpen } from './statusStrip';
import { Face } from './waitingRoom';
import { NameField } from './nameField';
import { ownName } from './playerName';
import { untilLoaded } from '../net/untilLoaded';
import './people.css';
import '../ui/form.css';

/** The interval in ms at which the page asks whether the host has answered. */
const AGAIN_MS = 3000;

const isRefused = (error: unknown, key: string): boolean => error instanceof api.ApiError && error.key === key;
/** Returns whether the host has not answered yet. */
const isAsked = (error: unknown): boolean => isRefused(error, 'waits_for_host');
/** Returns whether the server is unavailable at the moment, so that the request can be repeated. */
const isAway = (error: unknown): boolean =>
  error instanceof api.ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

export function InvitationPage({ token, shell }: { token: string; shell: Words[] }) {
  const { t: plainT } = usePage();
  const [found, setFound] = useState<Invitation | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [words, setWords] = useState<Words[]>([]);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [races, setRaces] = useState(false);
  const [changed, note] = useState<ReadonlySet<string>>(new Set());
  const [waits, wait] = useState(false);
  const t = useMemo(() => translator(plainT.language, ...words, ...shell), [words, shell, plainT.language]);

  useEffect(() => {
    peopleApi.invitation(token).then(
      (invitation) => {
        if (invitation.you !== null) {
          go(`/t/${invitation.table}`, true);
          return;
        }
        setFound(invitation);
      },
      (error) => setLost(errorWords(error, plainT)),
    );
    api.me().then(
      (me) => setName((typed) => typed || ownName(me.name)),
      () => {
        /* without the known name, the reader can type one */
      },
    );
  }, [token]);
  useEffect(
    () => (found ? untilLoaded(() => gameWords(found.game, plainT.language), setWords) : undefined),
    [found?.game, plainT.language],
  );
  useEffect(() => {
    if (found)
      api.games().then(
        (games) => setRaces(games.find((game) => game.id === found.game)?.races ?? false),
        () => {
          /* without this answer the page only lacks one line */
        },
      );
  }, [found?.game]);
  const enter = (table: string) => {
    noteLink(table);
    go(`/t/${table}`, true);
  };
  // The page repeats the request until the host has answered.
  useEffect(() => {
    if (!waits) return;
    let here = true;
    const ask = async () => {
      try {
        const { id } = await peopleApi.accept(token, name.trim());
        if (here) enter(id);
      } catch (error) {
        if (!here || isAsked(error) || isAway(error)) return;
        wait(false);
        toast(isRefused(error, 'removed') ? t('invitation.declined') : errorWords(error, t));
      }
    };
    const timer = setInterval(() => void ask(), AGAIN_MS);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [waits, t]);
  const title = t.has('sentence') ? t('title') : '';
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);

  if (lost) return <NotFound words={lost} />;
  if (!found)
    return (
      <main class="connecting felt" aria-busy="true">
        <h1 class="visually-hidden">{plainT('title')}</h1>
        <p role="status">{t('loading')}</p>
      </main>
    );
  const tile = tiles.get(found.game);
  const open =
    found.stage !== 'over' && found.seats.some((seat) => seat.free || (found.stage === 'playing' && isOpen(seat)));
  const sit = async (e: Event) => {
    e.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      // If the terms have changed since they were shown, the page shows the new terms, and does not take the seat.
      const now = await peopleApi.invitation(token);
      const { labels, words } = newTerms(found, now, t, races);
      if (labels.size > 0) {
        setFound(now);
        note((all) => new Set([...all, ...labels]));
        toast(words);
        setBusy(false);
        return;
      }
      enter((await peopleApi.accept(token, name.trim())).id);
    } catch (error) {
      if (isAsked(error)) wait(true);
      else toast(errorWords(error, t));
      setBusy(false);
    }
  };
  return (
    <main class="invitation felt">
      <div class="paper">
        <div class="emblem" translate={false}>
          {tile ? <tile.Emblem /> : <Logo size={72} />}
        </div>
        <p class="muted">{found.host ? t('invitation.from', { who: found.host }) : t('invitation.to')}</p>
        <h1>{title}</h1>
        {t.has('sentence') && <p>{t('sentence')}</p>}
        <ul class="invitation-seats" aria-label={t('waiting.seats')}>
          {found.seats.map((info, i) => (
            <li key={i}>
              <Face info={{ ...info, here: true }} />
              <span class={info.free ? 'visually-hidden' : ''}>
                {info.free ? t('seat.nobody') : <bdi translate={false}>{t.person(info.name)}</bdi>}
              </span>
            </li>
          ))}
        </ul>
        {found.stage !== 'gathering' && <p>{t(found.stage === 'over' ? 'invitation.over' : 'invitation.goes_on')}</p>}
        <details class="terms" open={innerHeight >= 1000 || changed.size > 0}>
          <summary>{t('waiting.agreed')}</summary>
          <AgreedList terms={found} t={t} races={races} changed={changed} />
        </details>
        {waits ? (
          <p role="status" class="asks-host">
            {t('invitation.asked')}
          </p>
        ) : open ? (
          <form onSubmit={(e) => void sit(e)}>
            <label>
              <span>{t('start.name')}</span>
              <NameField value={name} onName={setName} />
            </label>
            <button class="button primary" type="submit" data-do="sit" aria-disabled={busy || undefined}>
              {t('invitation.sit')}
            </button>
          </form>
        ) : (
          <Button onPress={() => go(`/t/${found.table}`)}>{t('invitation.look')}</Button>
        )}
        {found.stage !== 'over' && found.seats.some((seat) => !seat.free && !seat.bot) && (
          <details class="terms" open={!open}>
            <summary>{t('invitation.known')}</summary>
            <p>{t('invitation.device', { players: t('people.open'), device: t('device.title') })}</p>
          </details>
        )}
      </div>
      <ToastPlace />
    </main>
  );
}
