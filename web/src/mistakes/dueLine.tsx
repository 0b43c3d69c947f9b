// The line on the start page that leads to mistakes which have come back.

import { isMistakeDue } from '../net/mistakesApi';
import { address } from '../ui/address';
import { usePage } from '../ui/context';

export function DueLine() {
  const { t } = usePage();
  if (!isMistakeDue()) return null;
  return (
    <p class="notice">
      <a class="button" href={address('/mistakes')} data-do="mistakes-due">
        {t('start.mistakes')}
      </a>
    </p>
  );
}
