// The race (K12): the time for which claims have priority, and the two kinds of claim.

import { ActionBar, Button, usePage, type T } from '@cardroom/ui';
import type { KaelFrame } from './layout';
import { cardsWords } from './say';
import type { Legal } from './types.gen';

/** The remaining time of the claim window, as a bar that shrinks. */
export function RaceWindow({ frame, t }: { frame: KaelFrame; t: T }) {
  const { window } = frame;
  if (!window) return null;
  // A later frame in the same window must not restart the bar, so a negative delay skips the time that has passed.
  const style = { animationDuration: `${window.ms}ms`, animationDelay: `${window.left_ms - window.ms}ms` };
  return (
    <div
      class={`kl-window${frame.view.missing === null ? '' : ' long'}`}
      role="timer"
      aria-label={t('window.label')}
      title={t('window.label')}
    >
      <i key={frame.n} style={style} />
    </div>
  );
}

export function Claims({ claims, send, t }: { claims: readonly Legal[]; send(action: string): unknown; t: T }) {
  const { settings } = usePage();
  if (claims.length === 0) return null;
  return (
    <div class={`kl-claims${settings.reducedMotion ? '' : ' lively'}`}>
      <p class="visually-hidden" role="alert">
        {claims.map((one) => t(`claim.${one.kind}.alert`, { cards: cardsWords(one.cards, t) })).join(' ')}
      </p>
      <ActionBar label={t('claims')}>
        {claims.map((one) => (
          <Button
            key={one.action}
            kind="primary"
            does={one.kind}
            shortcut={one.kind === 'cut' ? 'c' : 'g'}
            onPress={() => void send(one.action)}
          >
            {one.kind === 'cut' ? <ScissorsSign /> : <SparkSign />}
            <span class="kl-claim">
              <b>{t(`action.${one.kind}`)}</b>
              <small>{t(`claim.${one.kind}`, { cards: cardsWords(one.cards, t) })}</small>
            </span>
          </Button>
        ))}
      </ActionBar>
    </div>
  );
}

/** Automatic claims. Armed claims can be disarmed, and other possible claims can be armed. Other players cannot see
 * them. */
export function Arms({
  armed,
  armable,
  arm,
  t,
}: {
  armed: readonly string[];
  armable: readonly string[];
  arm(claim: string, on: boolean): void;
  t: T;
}) {
  const words = (claim: string, how: 'arm' | 'armed') =>
    t(claim === 'good' ? `${how}.good` : `${how}.cut`, { cards: cardsWords(claim.split(' ').slice(1), t) });
  return (
    <>
      {armed.map((claim) => (
        <Button
          key={claim}
          does="disarm"
          pressed
          label={`${words(claim, 'armed')}. ${t('armed.away')}`}
          onPress={() => arm(claim, false)}
        >
          <ClockSign /> {words(claim, 'armed')}
        </Button>
      ))}
      {armable.map((claim) => (
        <Button key={claim} does="arm" shortcut={claim === 'good' ? 'g' : 'c'} onPress={() => arm(claim, true)}>
          <ClockSign /> {words(claim, 'arm')}
        </Button>
      ))}
    </>
  );
}

const ClockSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="9" r="5.5" />
    <path d="M8 6v3l2 1.5M6.5 1.5h3" />
  </svg>
);

export const ScissorsSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="4" cy="4.2" r="2.1" />
    <circle cx="4" cy="11.8" r="2.1" />
    <path d="M5.7 5.5L14 12M5.7 10.5L14 4" />
  </svg>
);
const SparkSign = () => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 1.5l1.7 4.8l4.8 1.7l-4.8 1.7L8 14.5l-1.7-4.8L1.5 8l4.8-1.7Z" />
  </svg>
);
