// The link that brings friends to the table, to copy, to send, to scan. The server keeps only its hash: this tab
// remembers it.

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

const kept = (): Record<string, Invite> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Invite>;
  } catch {
    return {};
  }
};
function keep(table: string, invite: Invite | null): void {
  const { [table]: _, ...rest } = kept();
  try {
    sessionStorage.setItem(KEY, JSON.stringify(invite ? { ...rest, [table]: invite } : rest));
  } catch {
    /* private window */
  }
}

export function InviteLink({ table, t, quiet }: { table: string; t: T; quiet?: boolean }) {
  const [invite, set] = useState<Invite | null>(() => kept()[table] ?? null);
  // Links that other tabs have made can be taken back from here, too.
  const [full, fill] = useState(false);
  const make = async () => {
    try {
      const made = await peopleApi.invite(table);
      keep(table, made);
      set(made);
    } catch (e) {
      fill(e instanceof api.ApiError && e.key === 'too_many_invites');
      toast(api.errorWords(e, t));
    }
  };
  const end = async () => {
    try {
      await peopleApi.takeBack(table);
      keep(table, null);
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
