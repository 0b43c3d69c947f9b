// A link to copy, send or scan. The server stores only the hash of the link, so a lost link is replaced by a new one.

import type { T } from '../i18n/words';
import type { QrCode } from '../net/protocol';
import { Button } from '../ui/Button';
import { toast } from '../ui/toast';
import { copyFrom } from './copyFrom';
import './people.css';

/** Returns whether an address works only on the machine that opens it. */
export const isLocal = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** The link with its buttons. `qr`: the QR code; absent if the server did not make the link just now. */
export function LinkToGive({
  link,
  id,
  label,
  quiet,
  t,
}: {
  link: { url: string; qr?: QrCode };
  id: string;
  label: string;
  /** True if something else is the main action of this page. */
  quiet?: boolean | undefined;
  t: T;
}) {
  // On a phone the link is shared, elsewhere it is copied.
  const share = 'share' in navigator && matchMedia('(pointer: coarse)').matches;
  const first = quiet ? 'plain' : 'primary';
  const copy = async () => {
    await copyFrom(`#${id}`);
    toast(t('invite.copied'));
  };
  return (
    <>
      <div class="invite-link">
        <input id={id} readOnly value={link.url} aria-label={label} onFocus={(e) => e.currentTarget.select()} />
        {share && (
          <Button
            kind={first}
            does="share"
            onPress={() =>
              void navigator.share({ url: link.url, title: t('title') }).catch(() => {
                /* the reader has cancelled sharing */
              })
            }
          >
            {t('invite.share')}
          </Button>
        )}
        <Button kind={share ? 'plain' : first} does="copy" onPress={() => void copy()}>
          {t('invite.copy')}
        </Button>
      </div>
      {isLocal(link.url) ? (
        <p class="link-local" role="note">
          {t('invite.local')}
        </p>
      ) : link.qr ? (
        <figure class="qr">
          <svg
            viewBox={`0 0 ${link.qr.size} ${link.qr.size}`}
            role="img"
            aria-label={t('invite.qr')}
            shape-rendering="crispEdges"
          >
            <rect width={link.qr.size} height={link.qr.size} fill="#fff" />
            <path d={link.qr.path} fill="#000" />
          </svg>
          <figcaption class="muted">{t('invite.scan')}</figcaption>
        </figure>
      ) : null}
    </>
  );
}
