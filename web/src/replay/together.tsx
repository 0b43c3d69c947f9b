// The review of a finished match by its people together: the connection to its table, the people who are there, and the
// place that one shows and the others follow.

import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import { openConnection, type Connection } from '../match/connection';
import { replayPath } from '../net/api';
import { lostLine } from '../net/installedPage';
import type { People, Refusal } from '../net/protocol';
import type { Socket } from '../net/socket';
import { address } from '../ui/address';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { go } from '../ui/route';
import { toastRefusal } from '../ui/toast';
import { listed, STAYS_MS } from './listed';
import './together.css';

/** The time in ms between two messages of the leader's page. Of the places in between, only the last one is sent. */
const SEND_MS = 100;
/** The time in ms for which the leader must stay at a deal before the pages of the others go there. */
const DEAL_MS = 400;
/** The time in ms for which the connection stays open after its page. The page of the next deal uses it again. */
const LINGERS_MS = 2_000;

/** A position of the match: the number of the deal, and of its actions before the position. */
export interface Place {
  deal: number;
  step: number;
}

export interface SharedReview extends Pick<Connection, 'room' | 'review' | 'missing' | 'hindrance'> {
  id: string;
  line: Socket['line'];
  /** True if the reader shows the match to the others. */
  leads: ReadonlySignal<boolean>;
  /** The place of the leader, while the reader follows it. */
  followed: ReadonlySignal<Place | null>;
  /** Notes that the reader goes own ways, unless the reader leads. */
  goOwnWay(): void;
  follow(): void;
  /** Notes the reader's place. If the reader leads, the others get it. */
  moveTo(place: Place): void;
  /** Takes the lead. Returns the refusal, if there is one. */
  lead(): Promise<Refusal | null>;
  /** Returns the reader's seat and the names of the other players who are there, if they can practise together.
   * `points`: the points of the deal, in which a seat that was out has none. */
  others(t: T, points: readonly (number | null)[]): { seat: number; names: string[] } | null;
  retry(): void;
  /** Closes the connection, unless the page of another deal opens the review again. */
  leave(): void;
}

let opened: { review: SharedReview; close(): void } | null = null;
let closing: ReturnType<typeof setTimeout> | undefined;

/** Opens the review of a table's match. `follows`: true if the reader begins at the place of the leader. */
export function openReview(id: string, follows: boolean): SharedReview {
  clearTimeout(closing);
  if (opened?.review.id !== id) {
    opened?.close();
    opened = connectTo(id, follows);
  }
  return opened!.review;
}

function connectTo(id: string, begins: boolean): { review: SharedReview; close(): void } {
  const reach = async (table: string) => (await import('../net/reachability')).findHindrance(table);
  const { socket, room, review, missing, hindrance } = openConnection(id, reach, { frame: () => {}, talk: () => {} });
  const follows = signal(begins);
  const own = computed(() => room.value?.is.you ?? null);
  const leads = computed(() => own.value !== null && review.value?.leader === own.value);
  const followed = computed(() =>
    follows.value && !leads.value && review.value?.leader != null ? review.value : null,
  );
  let place: Place | null = null;
  let sent: Place | null = null;
  let sending = false;

  /** Sends the reader's place. While the answer is awaited, only the newest place waits. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    while (place && place !== sent && leads.value) {
      sent = place;
      await socket.send({ t: 'review', ...sent });
      await new Promise((done) => setTimeout(done, SEND_MS));
    }
    sending = false;
  }
  const lead = async () => (place && own.value !== null ? socket.send({ t: 'review', ...(sent = place) }) : null);
  const stop = effect(() => {
    if (leads.value) {
      follows.value = false;
      void send();
    }
    // The first player who looks back shows the match.
    else if (review.value?.leader === null && room.value?.is.stage === 'over') void lead();
  });

  return {
    review: {
      ...{ id, room, review, missing, hindrance, leads, followed, lead },
      line: socket.line,
      goOwnWay() {
        if (!leads.value) follows.value = false;
      },
      follow() {
        follows.value = true;
      },
      moveTo(to) {
        const isFirst = !place;
        place = to;
        if (leads.value) void send();
        else if (isFirst && review.value?.leader === null) void lead();
      },
      others(t, points) {
        const seat = own.value;
        const names = room.value ? playersOf(room.value.is, t) : [];
        return seat !== null && names.length > 0 && points[seat] !== null ? { seat, names } : null;
      },
      retry: socket.retry,
      leave() {
        closing = setTimeout(() => {
          opened?.close();
          opened = null;
        }, LINGERS_MS);
      },
    },
    close() {
      stop();
      socket.close();
    },
  };
}

/** Returns the names of the other players who are at the table. */
const playersOf = ({ seats, you }: People, t: T): string[] =>
  seats.flatMap((info, i) => (info.here && info.bot === null && i !== you && info.name ? t.person(info.name) : []));

/** Returns the names of the others who are at the table. A spectator does not see the other spectators, because the
 * spectator's own name is among theirs. */
const namesOf = (people: People, t: T): string[] => [
  ...playersOf(people, t),
  ...(people.you === null ? [] : (people.watcher_names ?? []).map((name) => t.person(name))),
];

/** Returns the names to list, and draws the list again when somebody has been gone for a while. */
function useListed(there: readonly string[]): string[] {
  const [seen] = useState(() => new Map<string, number>());
  const [, draw] = useState(0);
  const before = useRef<readonly string[]>([]);
  const now = performance.now();
  // A person who was there until now went just now.
  const names = listed(seen, [...before.current, ...there], now);
  before.current = there;
  const waits = names.length > new Set(there).size;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => draw((n) => n + 1), STAYS_MS);
    return () => clearTimeout(timer);
  });
  return names;
}

interface Props {
  review: SharedReview;
  /** The deal that is shown. */
  deal: number;
  seat: number;
  open: boolean;
}

export function Together({ review, deal, seat, open }: Props) {
  const { t } = usePage();
  const people = review.room.value?.is ?? null;
  const names = useListed(people ? namesOf(people, t) : []);
  const followed = review.followed.value;
  const wanted = followed?.deal ?? deal;
  useEffect(() => {
    if (wanted === deal) return;
    const path = `${replayPath('tables', review.id, wanted)}?seat=${seat}${open ? '&open' : ''}`;
    const timer = setTimeout(() => go(path, true), DEAL_MS);
    return () => clearTimeout(timer);
  }, [wanted, deal, seat, open]);
  // A reader who opens another deal or page by a link goes there alone.
  useEffect(() => {
    const press = (e: MouseEvent) => {
      if ((e.target as Element).closest('a[href]')) review.goOwnWay();
    };
    addEventListener('click', press, true);
    return () => removeEventListener('click', press, true);
  }, [review]);
  if (!people || names.length === 0 || review.missing.value) return null;
  if (review.line.value === 'lost') {
    const why = review.hindrance.value;
    return (
      <div class="together" data-do="review" role="alert">
        <p>{t(why && t.has(why) ? why : lostLine(review.id))}</p>
        <Button does="retry" onPress={review.retry}>
          {t('game.retry')}
        </Button>
      </div>
    );
  }
  const leads = review.leads.value;
  const { leader = null, practice } = review.review.value ?? {};
  const lead = async () => {
    const refusal = await review.lead();
    if (refusal) toastRefusal(refusal, t);
  };
  const plays = practice && people.you !== null && practice.seats.includes(people.you);
  const who = leader === null ? '' : t.person(people.seats[leader]?.name ?? '');
  const words = [
    ...(leader === null ? [] : [leads ? t('review.led.you') : t('review.led', { who })]),
    ...(plays ? [t('review.practice')] : []),
    t('review.here', { names: new Intl.ListFormat(t.language).format(names) }),
  ].join(' ');
  return (
    <div class="together" data-do="review" data-leads={leads} data-follows={followed !== null}>
      <p role="status">
        <span key={words}>{words}</span>
      </p>
      {leader !== null && !leads && !followed && (
        <Button does="follow" kind="primary" onPress={review.follow}>
          {t('review.follow')}
        </Button>
      )}
      {people.you !== null && !leads && (
        <Button does="lead" onPress={() => void lead()}>
          {t('review.lead')}
        </Button>
      )}
      {plays && (
        <a class="button primary" data-do="play-along" href={address(`/t/${encodeURIComponent(practice.table)}`)}>
          {t('review.play_along')}
        </a>
      )}
    </div>
  );
}
