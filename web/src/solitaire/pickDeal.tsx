// The form for choosing a numbered deal: a given number, any deal that can be won, or a given difficulty.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import * as deals from '../net/dealsApi';
import '../ui/statistics.css';
import type { DealLevel, NewTable, RatedDeal } from '../net/protocol';
import { NumberField, Row } from '../ui/form';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { toast } from '../ui/toast';

const LEVELS: readonly DealLevel[] = ['easy', 'medium', 'hard'];

/** The largest number of a deal. */
const MOST = 9_007_199_254_740_991;

export function PickDeal({
  table,
  solved,
  onWrong,
  onDeal,
}: {
  table: NewTable;
  solved: boolean;
  onWrong(bad: boolean): void;
  onDeal(deal: number | undefined): void;
}) {
  const { t } = usePage();
  const [rated, setRated] = useState<RatedDeal | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (wish: { deal?: number; level?: DealLevel }) => {
    setBusy(true);
    try {
      const found = await deals.pickDeal({
        game: table.game,
        ...(table.options ? { options: table.options } : {}),
        ...wish,
      });
      setRated(found);
      onWrong(false);
      onDeal(found.deal);
    } catch (e) {
      toast(errorWords(e, t));
    }
    setBusy(false);
  };
  const why = busy ? t('help.looking_for') : null;
  return (
    <Row label={t('options.deal')} help={t('options.deal_help')}>
      <NumberField
        label={t('options.deal')}
        min={0}
        max={MOST}
        optional
        value={table.deal ?? null}
        why={t('options.deal_wrong')}
        onChange={(n) => {
          setRated(null);
          onWrong(n === false);
          if (n !== false) onDeal(n ?? undefined);
        }}
      />
      {solved && (
        <div class="pick" role="group" aria-label={t('pick.title')}>
          <Button does="pick-winnable" why={why} onPress={() => void ask({})}>
            {t('pick.winnable')}
          </Button>
          {LEVELS.map((level) => (
            <Button key={level} does={`pick-${level}`} why={why} onPress={() => void ask({ level })}>
              {t(`pick.${level}`)}
            </Button>
          ))}
          {table.deal !== undefined && rated?.deal !== table.deal && (
            <Button kind="quiet" does="rate" why={why} onPress={() => void ask({ deal: table.deal! })}>
              {t('pick.rate')}
            </Button>
          )}
        </div>
      )}
      {rated && rated.deal === table.deal && (
        <p class="rated" role="status">
          {rated.verdict === 'winnable' && rated.level
            ? t('pick.rated', { level: t(`pick.${rated.level}`), width: Math.max(1, rated.width ?? 1) })
            : t(`pick.${rated.verdict}`)}{' '}
          {t('pick.blind', { n: rated.blind_won, of: rated.reshuffles })}
        </p>
      )}
    </Row>
  );
}
