// The notice of the server's operator, shown until the reader closes it.

import type { Notice } from '../net/protocol';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';

export const NoticeLine = withSideWords(function NoticeLine({
  notice,
  close,
  class: look = 'looking',
  t,
}: {
  notice: Notice;
  close(): void;
  class?: string;
  t: T;
}) {
  const key = `notice.${notice.key ?? ''}`;
  return (
    <div class={look} role="status" data-do="notice">
      <span>{t.has(key) ? t(key) : <bdi>{notice.words}</bdi>}</span>
      <button type="button" class="link" onClick={close}>
        {t('close')}
      </button>
    </div>
  );
});
