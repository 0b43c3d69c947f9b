// The panel with score, log, rules and settings: beside the table on a desktop, or from below on a phone.

import { useEffect, useRef, useState } from 'preact/hooks';
import { recordPath, replayPath } from '../net/api';
import { showSecondaryLater, showsSecondary } from './deferSecondary';
import { later } from '../ui/later';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { usePage } from '../ui/context';
import type { GameUi } from '../ui/gameUi';
import { ScoreSheet } from '../ui/ScoreSheet';
import { seatName } from '../ui/who';

const TABS = ['score', 'log', 'people', 'rules', 'settings'] as const;
export type Tab = (typeof TABS)[number];

const SettingsForm = later(() => import('../ui/settingsForm'), 'SettingsForm');
const Rules = later(() => import('../ui/RulesSheet'), 'Rules');
const Log = later(() => import('../ui/Log'), 'Log');
const Seal = later(() => import('./Seal'), 'Seal');
const ScoreChart = later(() => import('../ui/ScoreChart'), 'ScoreChart');
const Unread = later(() => import('../people/unreadChat'), 'Unread');
const SoloFacts = later(() => import('../solitaire/soloFacts'), 'SoloFacts');
const People = later(() => import('../people/peoplePanel'), 'People');

interface Props {
  match: Match;
  ui: GameUi;
  tab: Tab;
  rule: string | null;
  people: boolean;
  onTab(tab: Tab): void;
}

export function Side({ match, ui, tab, rule, people, onTab }: Props) {
  const { t } = usePage();
  const tabs = useRef<HTMLDivElement>(null);
  const frame = match.frame.value;
  const shown = TABS.filter((name) => people || name !== 'people');
  const turn = (e: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length]!;
    onTab(next);
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  useEffect(showSecondaryLater, []);
  if (!frame) return null;
  return (
    <>
      <div class={`tabs${people ? ' many' : ''}`} role="tablist" ref={tabs} onKeyDown={turn}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="side-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
          >
            {t(`${name}.title`)}
            {name === 'people' && name !== tab && <Unread match={match} />}
          </button>
        ))}
      </div>
      <div class="side-panel" role="tabpanel" id="side-panel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'score' && (
          <>
            {frame.seats.length > 1 ? (
              <Score frame={frame} />
            ) : (
              showsSecondary.value && <SoloFacts frame={frame} ui={ui} />
            )}
            {frame.commitment && <Sealed frame={frame} match={match} />}
          </>
        )}
        {tab === 'log' && <Log lines={match.log.value} />}
        {tab === 'people' && <People match={match} frame={frame} />}
        {tab === 'rules' && <Rules game={frame.game} rule={rule} />}
        {tab === 'settings' && <SettingsForm game={frame.game} />}
      </div>
    </>
  );
}

/** The fingerprint of the shuffle. When it is unfolded, it shows the whole fingerprint and a button that copies it. */
function Sealed({ frame, match }: { frame: Frame; match: Match }) {
  const { t } = usePage();
  const [open, setOpen] = useState(false);
  const words = t('game.commitment', { hash: `${frame.commitment.slice(0, 12)}…` });
  return (
    <details class="seal muted" data-do="seal" aria-label={words} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{words}</summary>
      {open && <Seal frame={frame} match={match} />}
    </details>
  );
}

/** The score as a table and as a chart; each finished deal links to its replay. */
function Score({ frame }: { frame: Frame }) {
  const { t } = usePage();
  return (
    <>
      <ScoreSheet
        frame={frame}
        watch={(deal) => `${replayPath('tables', frame.table, deal)}?seat=${frame.viewer ?? 0}`}
      />
      {frame.deals.length > 1 && (
        <ScoreChart names={frame.seats.map((_, seat) => seatName(t, frame, seat))} deals={frame.deals} />
      )}
      {frame.deals.length > 0 && (
        <p>
          <a
            class="link"
            data-do="export"
            href={recordPath(frame.table)}
            download={`${frame.game}-${frame.table}.jsonl`}
          >
            {t('game.export')}
          </a>
        </p>
      )}
    </>
  );
}
