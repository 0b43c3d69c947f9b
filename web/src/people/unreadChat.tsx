// The number of unread lines of chat, on the button that opens the chat. This tab stores which line was read last.

import { signal, type Signal } from '@preact/signals';
import type { ChatLine } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';
import { muted } from '../ui/chatWords';
import { Sign } from '../ui/Sign';
import './unreadChat.css';

const KEY = 'cardroom.read';
const readMarks = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

const upTo = new Map<string, Signal<number>>();
/** Returns the number of the last line that was read at a table. */
function lastRead(table: string): Signal<number> {
  const known = upTo.get(table) ?? signal(readMarks()[table] ?? 0);
  upTo.set(table, known);
  return known;
}

/** Marks all these lines as read. */
export function readAll(table: string, lines: readonly ChatLine[]): void {
  const last = lines.at(-1)?.n ?? 0;
  const read = lastRead(table);
  if (last <= read.value) return;
  read.value = last;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readMarks(), [table]: last }));
  } catch {
    /* a private window stores nothing */
  }
}

/** Returns the number of lines that others have said after the last line that was read. */
export function unread(table: string, lines: readonly ChatLine[], you: number | null): number {
  const read = lastRead(table).value;
  return lines.filter((line) => line.n > read && line.seat !== you && !muted.value.has(line.name)).length;
}

const MANY = 9;

/** The mark with the number of unread lines. It is absent if all lines are read. */
export function Unread({ match }: { match: Match }) {
  const { t } = usePage();
  const room = match.room.value?.is;
  const n = room ? unread(room.table, match.talk.value, room.you) : 0;
  if (!n) return null;
  return (
    <span class="unread numbers" translate={false} data-unread={n}>
      <span aria-hidden="true">{n > MANY ? `${MANY}+` : n}</span>
      <span class="visually-hidden">{t('talk.unread', { n })}</span>
    </span>
  );
}

/** The button that opens the list of people and the chat, with the mark for unread lines. */
export function PeopleButton({ match, onOpen }: { match: Match; onOpen(): void }) {
  const { t } = usePage();
  return (
    <button type="button" class="icon-button people-button" data-do="people" title={t('people.open')} onClick={onOpen}>
      <Sign d="M2 3h12v8.5H7L4 14v-2.5H2z" />
      <span class="visually-hidden">{t('people.open')} </span>
      <Unread match={match} />
    </button>
  );
}
