// The host's choice after the removal of a person who still has the link. The host can revoke the link, and send a new
// one.

import { useEffect, useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import type { T } from '../i18n/words';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { LinkToGive } from './linkToGive';
import { noteRemoval, replaceLink } from './tableLinks';

export default function AfterRemoval({
  who,
  table,
  t,
  onClose,
}: {
  who: string;
  table: string;
  t: T;
  onClose(): void;
}) {
  const [url, show] = useState<string | null>(null);
  useEffect(() => noteRemoval(table), [table]);
  const replace = async () => {
    try {
      show((await replaceLink(table)).url);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  const buttons = url ? (
    <Button does="link-done" onPress={onClose}>
      {t('close')}
    </Button>
  ) : (
    <>
      <Button does="link-keep" onPress={onClose}>
        {t('removed.keep')}
      </Button>
      <Button kind="primary" does="link-replace" onPress={() => void replace()}>
        {t('removed.replace')}
      </Button>
    </>
  );
  return (
    <Sheet title={t('removed.title', { who })} modal onClose={onClose} footer={buttons}>
      {url ? (
        <div class="invite">
          <p role="status">{t('removed.replaced')}</p>
          <LinkToGive link={{ url }} id="new-link" label={t('invite.link')} t={t} />
        </div>
      ) : (
        <p>{t('removed.about', { who })}</p>
      )}
    </Sheet>
  );
}
