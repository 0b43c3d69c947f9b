// Beside the table on a desktop, from below on a phone: score, log, rules, settings.

import { useRef } from 'preact/hooks';
import type { Match } from './store';
import { SettingsForm } from './settingsForm';
import { useRoom } from './ui/context';
import { Log } from './ui/Log';
import { Rules } from './ui/RulesSheet';
import { ScoreSheet } from './ui/ScoreSheet';

export const TABS = ['score', 'log', 'rules', 'settings'] as const;
export type Tab = (typeof TABS)[number];

interface Props { match: Match; tab: Tab; rule: string | null; onTab(tab: Tab): void }

export function Side({ match, tab, rule, onTab }: Props) {
  const { t } = useRoom();
  const tabs = useRef<HTMLDivElement>(null);
  const frame = match.frame.value;
  const turn = (e: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!;
    onTab(next);
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  if (!frame) return null;
  return (
    <>
      <div class="tabs" role="tablist" ref={tabs} onKeyDown={turn}>
        {TABS.map((name) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={name === tab} aria-controls="side-panel" tabIndex={name === tab ? 0 : -1} onClick={() => onTab(name)}>{t(`${name}.title`)}</button>
        ))}
      </div>
      <div class="side-panel" role="tabpanel" id="side-panel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'score' && <><ScoreSheet frame={frame} /><p class="seal muted">{t('game.commitment', { hash: `${frame.commitment.slice(0, 12)}…` })}</p></>}
        {tab === 'log' && <Log lines={match.log.value} />}
        {tab === 'rules' && <Rules game={frame.game} rule={rule} />}
        {tab === 'settings' && <SettingsForm game={frame.game} />}
      </div>
    </>
  );
}
