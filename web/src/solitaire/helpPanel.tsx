// The panel with the kinds of help for a solitaire, and the last answer. The panel is loaded when it is first opened.

import type { ComponentChild } from 'preact';
import '../ui/form.css';
import { BadgeSign, Lamp } from './helpSigns';
import type { T } from '../i18n/words';
import type { Frame, Verdict } from '../net/protocol';
import { change, settings } from '../ui/settings';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { Sign } from '../ui/Sign';

/** A kind of help. */
export type Wish = 'hint' | 'verdict' | 'demo';

interface Props {
  about: Pick<Frame, 'assist' | 'assisted'>;
  verdict: Verdict | null;
  busy: boolean;
  t: T;
  onWish(wish: Wish): void;
  onClose(): void;
}

export function HelpPanel({ about: { assist, assisted }, verdict, busy, t, onWish, onClose }: Props) {
  return (
    <Sheet title={t('help.title')} onClose={onClose}>
      <div class="help-sheet">
        <p class={`help-verdict ${verdict ?? ''}`} role="status">
          {busy ? (
            t('help.searching')
          ) : verdict ? (
            <>
              <BadgeSign verdict={verdict} />
              {t(`help.${verdict}.said`)}
            </>
          ) : (
            t('help.about')
          )}
        </p>
        <div class="help-choices">
          <Choice
            does="hint-here"
            sign={<Lamp />}
            words={t('help.hint')}
            about={t('help.hint.about')}
            onPress={() => onWish('hint')}
          />
          <Choice
            does="verdict"
            sign={<BadgeSign verdict="winnable" />}
            words={t('help.ask')}
            about={t('help.ask.about')}
            onPress={() => onWish('verdict')}
          />
          <Choice
            does="demo"
            sign={<Play />}
            words={t('help.demo')}
            about={t('help.demo.about')}
            onPress={() => onWish('demo')}
          />
        </div>
        {assist && (
          <label class="row switch-row">
            <span class="row-words">
              <span>{t('help.badge')}</span>
              <small>{t('help.badge_help')}</small>
            </span>
            <input
              type="checkbox"
              role="switch"
              checked={settings.value.badge}
              onChange={(e) => change({ badge: e.currentTarget.checked })}
            />
          </label>
        )}
        {assisted && <p class="muted">{t('help.assisted')}</p>}
      </div>
    </Sheet>
  );
}

/** The question before the first hint of a game. It explains the consequence of a hint. */
export const AskHint = ({ t, onShow, onClose }: { t: T; onShow(): void; onClose(): void }) => (
  <Sheet
    title={t('help.hint')}
    modal
    onClose={onClose}
    footer={
      <Button kind="primary" does="hint-show" onPress={onShow}>
        {t('help.hint.show')}
      </Button>
    }
  >
    <p>{t('help.hint.ask')}</p>
  </Sheet>
);

const Choice = ({
  does,
  sign,
  words,
  about,
  onPress,
}: {
  does: string;
  sign: ComponentChild;
  words: string;
  about: string;
  onPress(): void;
}) => (
  <button type="button" class="help-choice" data-do={does} onClick={onPress}>
    {sign}
    <span>
      <b>{words}</b>
      <small>{about}</small>
    </span>
  </button>
);

const Play = () => <Sign d="M4.5 3v10l8-5z" />;
