// Choosing a numbered deal: by its number, one that can be won, or one of a level; and how hard it is.

import { useState } from 'preact/hooks';
import * as api from './api';
import * as deals from './deals';
import './statistics.css';
import type { DealLevel, NewTable, RatedDeal } from './protocol';
import { Row } from './form';
import { Button } from './ui/Button';
import { useRoom } from './ui/context';
import { toast } from './ui/toast';

const LEVELS: readonly DealLevel[] = ['easy', 'medium', 'hard'];

export function PickDeal({ table, solved, onDeal }: { table: NewTable; solved: boolean; onDeal(deal: number | undefined): void }) {
  const { t } = useRoom();
  const [rated, setRated] = useState<RatedDeal | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (wish: { deal?: number; level?: DealLevel }) => {
    setBusy(true);
    try {
      const found = await deals.pickDeal({ game: table.game, ...(table.options ? { options: table.options } : {}), ...wish });
      setRated(found);
      onDeal(found.deal);
    } catch (e) { toast(api.errorWords(e, t)); }
    setBusy(false);
  };
  const why = busy ? t('help.looking_for') : null;
  return (
    <Row label={t('options.deal')} help={t('options.deal_help')}>
      <input type="number" inputMode="numeric" aria-label={t('options.deal')} min={0} max={Number.MAX_SAFE_INTEGER} step={1} value={table.deal ?? ''}
        onInput={(e) => { setRated(null); onDeal(e.currentTarget.value === '' ? undefined : e.currentTarget.valueAsNumber); }} />
      {solved && (
        <div class="pick" role="group" aria-label={t('pick.title')}>
          <Button does="pick-winnable" why={why} onPress={() => void ask({})}>{t('pick.winnable')}</Button>
          {LEVELS.map((level) => <Button key={level} does={`pick-${level}`} why={why} onPress={() => void ask({ level })}>{t(`pick.${level}`)}</Button>)}
          {table.deal !== undefined && rated?.deal !== table.deal && <Button kind="quiet" does="rate" why={why} onPress={() => void ask({ deal: table.deal! })}>{t('pick.rate')}</Button>}
        </div>
      )}
      {rated && rated.deal === table.deal && (
        <p class="rated" role="status">
          {rated.verdict === 'winnable' && rated.level ? t('pick.rated', { level: t(`pick.${rated.level}`), width: Math.max(1, rated.width ?? 1) }) : t(`pick.${rated.verdict}`)}
          {' '}{t('pick.blind', { n: rated.blind_won, of: rated.reshuffles })}
        </p>
      )}
    </Row>
  );
}
