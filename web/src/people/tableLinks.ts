// The links to tables that this tab knows. The server keeps only their hashes: what this tab forgets, nobody can show
// again.

import { signal } from '@preact/signals';
import type { Invite } from '../net/protocol';
import * as peopleApi from '../net/peopleApi';

/** A value that a tab remembers of each table, also after a reload. */
function perTable<Of>(key: string) {
  const read = (): Record<string, Of> => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Of>;
    } catch {
      return {};
    }
  };
  const all = signal(read());
  return {
    of: (table: string): Of | null => all.value[table] ?? null,
    set(table: string, value: Of | null): void {
      const { [table]: _, ...rest } = all.value;
      all.value = value === null ? rest : { ...rest, [table]: value };
      try {
        sessionStorage.setItem(key, JSON.stringify(all.value));
      } catch {
        /* private window */
      }
    },
  };
}

const made = perTable<Invite>('cardroom.invites');
const came = perTable<string>('cardroom.came-by');
const removed = perTable<true>('cardroom.removed');

/** The link that this tab made last for a table, if it still leads there. */
export const madeFor = made.of;
/** True if the host has removed somebody since: whoever comes by the link waits for an answer. */
export const asksFirst = (table: string): boolean => removed.of(table) !== null;
export const noteRemoval = (table: string): void => removed.set(table, true);
/** The link that a guest came by. */
export const linkCameBy = came.of;
/** This tab came to the table by the link that it is at. */
export const noteLink = (table: string): void => came.set(table, location.href);

export async function makeLink(table: string): Promise<Invite> {
  const invite = await peopleApi.invite(table);
  made.set(table, invite);
  removed.set(table, null);
  return invite;
}

/** Takes back every link to a table, those of other tabs too. */
export async function revokeLinks(table: string): Promise<void> {
  await peopleApi.revokeInvite(table);
  made.set(table, null);
}

/** A new link, in place of all others. */
export async function replaceLink(table: string): Promise<Invite> {
  await revokeLinks(table);
  return makeLink(table);
}
