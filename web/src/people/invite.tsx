// The link that brings friends to the table, to copy, to send, to scan. The server keeps only its hash: this tab
// remembers it. A guest passes on the link that it came by.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../api';
import * as peopleApi from './peopleApi';
import { weekdayOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import type { Invite } from '../protocol';
import { Button } from '../ui/Button';
import { toast } from '../ui/toast';
import { LinkToGive } from './link';
import '../form.css';

const KEY = 'cardroom.invites';
const CAME_BY = 'cardroom.came-by';

function kept<Of>(key: string): Record<string, Of> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Of>;
  } catch {
    return {};
  }
}
function keep<Of>(key: string, table: string, what: Of | null): void {
  const { [table]: _, ...rest } = kept<Of>(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(what === null ? rest : { ...rest, [table]: what }));
  } catch {
    /* private window */
  }
}

/** This tab came to the table by the link that it is at. */
export const cameBy = (table: string): void => keep(CAME_BY, table, location.href);

/** The link that a guest came by, to pass on. */
export function LinkPassedOn({ table, t }: { table: string; t: T }) {
  const url = kept<string>(CAME_BY)[table];
  if (!url) return null;
  return (
    <section class="paper invite" aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p class="muted">{t('invite.about')}</p>
      <LinkToGive link={{ url }} id="invite-link" label={t('invite.link')} t={t} />
    </section>
  );
}

export function InviteLink({ table, t, quiet }: { table: string; t: T; quiet?: boolean }) {
  const [invite, set] = useState<Invite | null>(() => kept<Invite>(KEY)[table] ?? null);
  // Links that other tabs have made can be taken back from here, too.
  const [full, fill] = useState(false);
  const make = async () => {
    try {
      const made = await peopleApi.invite(table);
      keep(KEY, table, made);
      set(made);
    } catch (e) {
      fill(e instanceof api.ApiError && e.key === 'too_many_invites');
      toast(api.errorWords(e, t));
    }
  };
  const end = async () => {
    try {
      await peopleApi.takeBack(table);
      keep(KEY, table, null);
      set(null);
      fill(false);
      toast(t('invite.ended'));
    } catch (e) {
      toast(api.errorWords(e, t));
    }
  };
  // The first link makes itself; after one was taken back, the next is asked for.
  useEffect(() => {
    if (!invite && !quiet) void make();
  }, [table]);
  if (!invite)
    return (
      <section class="paper invite">
        <h2>{t('invite.title')}</h2>
        <p class="muted">{t('invite.none')}</p>
        <Button does="invite" onPress={() => void make()}>
          {t('invite.make')}
        </Button>
        {full && (
          <>
            {' '}
            <button type="button" class="link" data-do="end-invite" onClick={() => void end()}>
              {t('invite.end')}
            </button>
          </>
        )}
      </section>
    );
  const until = weekdayOf(t.language, invite.expires);
  return (
    <section class="paper invite" aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p class="muted">{t('invite.about')}</p>
      <LinkToGive link={invite} id="invite-link" label={t('invite.link')} t={t} />
      <p class="invite-end muted">
        {t('invite.until', { when: until })}{' '}
        <button type="button" class="link" data-do="end-invite" onClick={() => void end()}>
          {t('invite.end')}
        </button>
      </p>
    </section>
  );
}
