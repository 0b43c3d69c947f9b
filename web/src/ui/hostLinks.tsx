// Links to the pages that the server's operator has provided: privacy, imprint, contact. These pages come from the
// server, and are not part of this app.

import { useEffect } from 'preact/hooks';
import { askHost, hostInfo } from '../net/hostInfo';
import { withSideWords } from './withWords';
import type { T } from '../i18n/words';
import type { HostInfo } from '../net/protocol';

export function HostLinks() {
  useEffect(askHost, []);
  const pages = hostInfo.value?.pages ?? [];
  return pages.length > 0 ? <Links pages={pages} /> : null;
}

const Links = withSideWords(function Links({ pages, t }: { pages: HostInfo['pages']; t: T }) {
  return (
    <p class="muted" data-do="host-links">
      {pages.map((page, i) => [
        i > 0 && ' · ',
        <a key={page} href={`${location.origin}/${page}?lang=${t.language}`}>
          {t(`host.${page}`)}
        </a>,
      ])}
    </p>
  );
});
