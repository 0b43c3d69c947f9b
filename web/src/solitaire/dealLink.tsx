// A link to the start page that opens the form for a numbered deal. Everybody who opens the link plays the same cards.

import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';
import { wholeAddress } from '../ui/wholeAddress';

const dealLink = (frame: Frame): string => wholeAddress(`/?game=${frame.game}&deal=${frame.number}`);

export function CopyLink({ frame }: { frame: Frame }) {
  const { t } = usePage();
  return (
    <a
      class="link"
      data-do="deal-link"
      href={dealLink(frame)}
      onClick={(e) => {
        e.preventDefault();
        void copy(dealLink(frame), t);
      }}
    >
      {t('game.link')}
    </a>
  );
}

async function copy(link: string, t: T): Promise<void> {
  // Without https there is no clipboard API, so the page shows the link for copying by hand.
  try {
    await navigator.clipboard.writeText(link);
    toast(t('game.link_copied'));
  } catch {
    toast(link);
  }
}
