// The link that brings friends to the table. The host can copy it, send it, or show its QR code. A guest can pass on
// the link that the guest has used.

import { useEffect, useState } from 'preact/hooks';
import * as api from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { weekdayOf } from '../i18n/dates';
import type { T } from '../i18n/words';
import { Button } from '../ui/Button';
import { toast } from '../ui/toast';
import { LinkToGive } from './linkToGive';
import { asksFirst, linkCameBy, madeFor, makeLink, replaceLink, revokeLinks } from './tableLinks';
import '../ui/form.css';

/** The link with which the guest came, so that the guest can pass it on. */
export function LinkPassedOn({ table, quiet, t }: { table: string; quiet?: boolean; t: T }) {
  const url = linkCameBy(table);
  if (!url) return null;
  return (
    <section class="paper invite" aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p class="muted">{t('invite.about')}</p>
      <LinkToGive link={{ url }} id="invite-link" label={t('invite.link')} quiet={quiet} t={t} />
    </section>
  );
}

/** The host's link. `quiet`: true if something else is the main action of this page. */
export function InviteLink({ table, t, quiet }: { table: string; t: T; quiet?: boolean }) {
  const invite = madeFor(table);
  // True until the first link has arrived. Meanwhile nothing is shown.
  const [making, setMaking] = useState(!invite);
  // True if the table has the largest number of links. The host can then revoke all links, also links that other tabs
  // have made.
  const [full, fill] = useState(false);
  const make = async () => {
    try {
      await makeLink(table);
    } catch (e) {
      fill(e instanceof api.ApiError && e.key === 'too_many_invites');
      toast(errorWords(e, t));
    }
  };
  const end = async () => {
    try {
      await revokeLinks(table);
      fill(false);
      toast(t('invite.ended'));
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const replace = async () => {
    try {
      await replaceLink(table);
      toast(t('removed.replaced'));
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  // The first link is made automatically. After a link was revoked, the host has to ask for the next one.
  useEffect(() => {
    if (!invite) void make().finally(() => setMaking(false));
  }, [table]);
  if (!invite)
    return making ? (
      <section class="paper invite making" aria-busy="true">
        <h2>{t('invite.title')}</h2>
      </section>
    ) : (
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
      <p class="muted">{t(asksFirst(table) ? 'invite.asks' : 'invite.about')}</p>
      <LinkToGive link={invite} id="invite-link" label={t('invite.link')} quiet={quiet} t={t} />
      <p class="invite-end muted">
        {t('invite.until', { when: until })}{' '}
        <button type="button" class="link" data-do="replace-invite" onClick={() => void replace()}>
          {t('removed.replace')}
        </button>{' '}
        <button type="button" class="link" data-do="end-invite" onClick={() => void end()}>
          {t('invite.end')}
        </button>
      </p>
    </section>
  );
}
