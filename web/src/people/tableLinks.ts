// The links to tables that this tab knows. The server stores only their hashes, so a link that this tab has lost cannot
// be shown again.

import { signal } from '@preact/signals';
import type { Invite } from '../net/protocol';
import * as peopleApi from '../net/peopleApi';

/** Creates a store with a value for each table. The values survive a reload of this tab. */
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
        /* a private window stores nothing */
      }
    },
  };
}

const made = perTable<Invite>('cardroom.invites');
const came = perTable<string>('cardroom.came-by');
const removed = perTable<true>('cardroom.removed');

/** Returns the last link that this tab made for a table, if this tab has not revoked it. */
export const madeFor = made.of;
/** Returns whether the host has removed somebody since the last link was made. In this case people who come by the link
 * must wait for the host's answer. */
export const asksFirst = (table: string): boolean => removed.of(table) !== null;
export const noteRemoval = (table: string): void => removed.set(table, true);
/** Returns the link with which a guest came. */
export const linkCameBy = came.of;
/** Stores that this tab came to the table by the link in its address. */
export const noteLink = (table: string): void => came.set(table, location.href);

export async function makeLink(table: string): Promise<Invite> {
  const invite = await peopleApi.invite(table);
  made.set(table, invite);
  removed.set(table, null);
  return invite;
}

/** Revokes all links to a table, also those that other tabs have made. */
export async function revokeLinks(table: string): Promise<void> {
  await peopleApi.revokeInvite(table);
  made.set(table, null);
}

/** Makes a new link, and revokes all earlier ones. */
export async function replaceLink(table: string): Promise<Invite> {
  await revokeLinks(table);
  return makeLink(table);
}
