// A line of whoever runs the server, until its reader closes it.

import type { Notice } from '../protocol';
import { withSideWords } from '../i18n/side';
import type { T } from '../i18n/words';

export const NoticeLine = withSideWords(function NoticeLine({
  notice,
  close,
  t,
}: {
  notice: Notice;
  close(): void;
  t: T;
}) {
  const key = `notice.${notice.key ?? ''}`;
  return (
    <div class="looking" role="status" data-do="notice">
      <span>{t.has(key) ? t(key) : <bdi>{notice.words}</bdi>}</span>
      <button type="button" class="link" onClick={close}>
        {t('close')}
      </button>
    </div>
  );
});
