// The page for a table of this device that is open in another tab.

import { NotFound } from '../ui/notFound';
import { usePage } from '../ui/context';
import { takeOver } from './deviceBackend';

export function Elsewhere({ table, onTaken }: { table: string; onTaken(): void }) {
  const { t } = usePage();
  const openHere = () => {
    takeOver(table);
    onTaken();
  };
  return (
    <NotFound words={t('game.elsewhere')}>
      <button type="button" class="button primary" onClick={openHere}>
        {t('game.play_here')}
      </button>
    </NotFound>
  );
}
