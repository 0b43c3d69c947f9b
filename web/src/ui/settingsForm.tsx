// The form for the settings: in a sheet on the start page, and in a panel beside the table.

import { useState } from 'preact/hooks';
import { languages } from '../i18n/load';
import { withSideWords } from './withWords';
import type { T } from '../i18n/words';
import { Choice, Row } from './form';
import { change, settings } from './settings';
import { play } from './sound';
import { usePage } from './context';
import { Sheet } from './Sheet';
import { address } from './address';
import './form.css';

/** The form. `games`: the games for which the reader can choose a deck if no game is open. */
export const SettingsForm = withSideWords(({ game, games, t }: { game?: string; games?: readonly string[]; t: T }) => {
  const s = settings.value;
  const decks = game ? [game] : (games ?? []);
  const named = (key: string, values: readonly string[]) => values.map((v) => [v, t(`settings.${key}.${v}`)] as const);
  return (
    <div class="form">
      {languages.length > 1 && (
        <Row label={t('settings.language')}>
          <Choice
            name="language"
            label={t('settings.language')}
            value={s.language}
            onChange={(language) => change({ language })}
            choices={[['', t('settings.language_auto')], ...languages.map((code) => [code, own(code)] as const)]}
          />
        </Row>
      )}
      <Row label={t('settings.theme')}>
        <Choice
          name="theme"
          label={t('settings.theme')}
          value={s.theme}
          onChange={(v) => change({ theme: v as typeof s.theme })}
          choices={named('theme', ['auto', 'dark', 'light'])}
        />
      </Row>
      <Row label={t('settings.speed')}>
        <Choice
          name="speed"
          label={t('settings.speed')}
          value={s.speed}
          onChange={(v) => change({ speed: v as typeof s.speed })}
          choices={named('speed', ['slow', 'normal', 'fast', 'none'])}
        />
      </Row>
      <Row label={t('settings.trick_pause')}>
        <input
          type="range"
          min={0.3}
          max={3}
          step={0.1}
          value={s.trickPause}
          aria-label={t('settings.trick_pause')}
          onInput={(e) => change({ trickPause: e.currentTarget.valueAsNumber })}
        />
        <output class="numbers">{t('settings.seconds', { n: s.trickPause })}</output>
      </Row>
      <Row label={t('settings.one_tap')}>
        <Choice
          name="one_tap"
          label={t('settings.one_tap')}
          value={s.oneTap}
          onChange={(v) => change({ oneTap: v as typeof s.oneTap })}
          choices={named('one_tap', ['auto', 'yes', 'no'])}
        />
      </Row>
      <Switch
        label={t('settings.forced')}
        help={t('settings.forced_help')}
        on={s.forced}
        onChange={(forced) => change({ forced })}
      />
      {game && t.has('settings.auto_home') && (
        <Row label={t('settings.auto_home')} help={t('settings.auto_home.help')}>
          <Choice
            name="auto_home"
            label={t('settings.auto_home')}
            value={s.autoHome}
            onChange={(v) => change({ autoHome: v as typeof s.autoHome })}
            choices={named('auto_home', ['off', 'safe', 'always'])}
          />
        </Row>
      )}
      {decks.length > 0 && (
        <Switch
          label={t('settings.four_colours')}
          help={game ? undefined : t('settings.four_colours_help')}
          on={decks.every((one) => s.fourColours[one])}
          onChange={(on) =>
            change({ fourColours: { ...s.fourColours, ...Object.fromEntries(decks.map((one) => [one, on])) } })
          }
        />
      )}
      <Switch
        label={t('settings.sounds')}
        on={s.sounds}
        onChange={(sounds) => {
          change({ sounds });
          play('turn');
        }}
      />
      {'vibrate' in navigator && (
        <Switch label={t('settings.vibration')} on={s.vibration} onChange={(vibration) => change({ vibration })} />
      )}
      <Switch label={t('statistics.show')} on={s.statistics} onChange={(statistics) => change({ statistics })} />
      <Switch label={t('settings.left_handed')} on={s.leftHanded} onChange={(leftHanded) => change({ leftHanded })} />
      <p>
        <a class="check" href={address('/statistics')}>
          {t('data.title')}
        </a>
      </p>
    </div>
  );
});

function Switch({
  label,
  help,
  on,
  onChange,
}: {
  label: string;
  help?: string | undefined;
  on: boolean;
  onChange(on: boolean): void;
}) {
  return (
    <label class="row switch-row">
      <span class="row-words">
        {label}
        {help && <small>{help}</small>}
      </span>
      <input type="checkbox" role="switch" checked={on} onChange={(e) => onChange(e.currentTarget.checked)} />
    </label>
  );
}

/** Returns the name of a language in that language. */
const own = (code: string): string => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name[0]!.toLocaleUpperCase(code) + name.slice(1);
};

export function SettingsButton({ games }: { games?: readonly string[] }) {
  const { t } = usePage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="icon-button" aria-label={t('settings.title')} onClick={() => setOpen(true)}>
        <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="4.4" />
          <circle cx="8" cy="8" r="1.6" />
          <path
            d={
              'M8 1.3v2.3M8 12.4v2.3M1.3 8h2.3M12.4 8h2.3M3.3 3.3l1.6 1.6M11.1 11.1l1.6 1.6M12.7 3.3' +
              'l-1.6 1.6M4.9 11.1l-1.6 1.6'
            }
          />
        </svg>
      </button>
      {open && (
        <Sheet title={t('settings.title')} modal onClose={() => setOpen(false)}>
          <SettingsForm {...(games ? { games } : {})} />
        </Sheet>
      )}
    </>
  );
}
