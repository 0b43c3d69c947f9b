// The choice of the first player out: keep the trick, or give it to the opponent who will probably be last. The view
// contains both outcomes.

import { useState } from 'preact/hooks';
import { Button, seatName, Sheet, type BoardProps, type T } from '@cardroom/ui';
import './coup.css';
import { CoupSign } from './coupSign';
import type { DameFrame } from './layout';
import type { CoupChoice, Legal, View } from './types.gen';

interface Props {
  frame: DameFrame;
  choice: CoupChoice;
  send: BoardProps<View, Legal>['send'];
  onAside(): void;
  t: T;
}

export function CoupChooser({ frame, choice, send, onAside, t }: Props) {
  // Nothing is preselected, because the key press that played the last card must not also make this choice.
  const [action, setAction] = useState<string | null>(null);
  const on = choice.coups.find((coup) => action === `coup ${coup.seat}`);
  return (
    <Sheet
      wide
      title={t('coup.title', { n: choice.keep })}
      onClose={onAside}
      footer={
        <>
          <Button kind="quiet" onPress={onAside}>
            {t('game.look')}
          </Button>
          <Button
            kind="primary"
            why={action === null ? t('coup.choose_first') : null}
            onPress={() => action && void send(action)}
          >
            {action === null
              ? t('coup.choose')
              : on
                ? t('coup.do', { who: seatName(t, frame, on.seat) })
                : t('coup.keep', { n: choice.keep })}
          </Button>
        </>
      }
    >
      <fieldset class="ldn-outcomes">
        <legend class="visually-hidden">{t('coup.choose')}</legend>
        <Outcome value="keep" chosen={action} onChoose={setAction}>
          <b>{t('coup.keep', { n: choice.keep })}</b>
          <span>{t('coup.keep.outcome', { n: choice.keep })}</span>
        </Outcome>
        <p class="ldn-or">
          <CoupSign />
          <span>
            <b>{t('coup.or')}</b> {t('coup.how')}
          </span>
        </p>
        {choice.coups.map((coup) => {
          const who = seatName(t, frame, coup.seat);
          return (
            <Outcome key={coup.seat} value={`coup ${coup.seat}`} chosen={action} onChoose={setAction}>
              <b dir="auto">{who}</b>
              <small>
                {t('coup.holds', { n: coup.held })} · {t('coup.pile', { n: coup.pile })}
              </small>
              <span>{t('coup.if_last', { who, points: t.signed(coup.if_last) })}</span>
              <span>{t('coup.if_not', { who, points: t.signed(coup.if_not) })}</span>
            </Outcome>
          );
        })}
      </fieldset>
    </Sheet>
  );
}

function Outcome({
  value,
  chosen,
  onChoose,
  children,
}: {
  value: string;
  chosen: string | null;
  onChoose(action: string): void;
  children: preact.ComponentChildren;
}) {
  return (
    <label class={`ldn-outcome${chosen === value ? ' chosen' : ''}`}>
      <input type="radio" name="coup" value={value} checked={chosen === value} onChange={() => onChoose(value)} />
      <span class="ldn-outcome-words">{children}</span>
    </label>
  );
}
