// *Was it fair?* The reader's own browser recomputes every shuffle of a match from its record, and compares the record
// with the data of this device.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askedOf, recordPath, refused } from '../net/api';
import { recordFilePath } from '../net/recordsApi';
import { backendOf, isOnDevice } from '../net/backend';
import { withFairWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import type { SeatInfo } from '../net/protocol';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import './fair.css';
import { device, type ShuffleData } from './shuffleStore';
import { compared, played, proof, type Compared, type PlayedRow, type Proof } from './proof';
import { type Attempt, type Finding, matchesHash, type Verdict, verify } from './verify';

interface Place {
  from: 'tables' | 'records';
  id: string;
}

export interface Judged {
  verdict: Verdict;
  data: ShuffleData | null;
  /** The device's own play, compared with the record. */
  rows: readonly PlayedRow[];
  /** The proof from this device's data; null for an imported record, because this device was not at its table. */
  own: Proof | null;
  /** The time that the check took. */
  ms: number;
}

const pathOf = ({ from, id }: Place): string => (from === 'tables' ? recordPath(id) : recordFilePath(id));

async function judge(place: Place, you: number | null | undefined): Promise<Judged> {
  const path = pathOf(place).slice('/api/v1/'.length);
  const answer = await askedOf(backendOf(path), path, { method: 'GET' });
  if (!answer.ok) throw await refused(answer);
  const record = (await answer.text()).trim();
  const data = place.from === 'tables' ? await device.read(place.id).catch(() => null) : null;
  const begun = performance.now();
  // For a server's table no device dealt the cards, even if the record claims it.
  const verdict = verify(record, place.from === 'tables' ? isOnDevice(place.id) : undefined);
  return {
    ...judgedOf(verdict, data, place.from === 'tables' ? you : null, place.from),
    ms: performance.now() - begun,
  };
}

/** Combines the verdict on a record with this device's own data. */
export function judgedOf(
  verdict: Verdict,
  data: ShuffleData | null,
  you: number | null | undefined,
  from: Place['from'] = 'tables',
): Omit<Judged, 'ms'> {
  const rows = data?.play && verdict.sum !== 'unfair' ? played(data.play, verdict.record!) : [];
  const own = rows.some(({ ok }) => !ok) ? 'differs' : proof(data, verdict.attempts, you);
  return { verdict, data, rows, own: from === 'tables' ? own : null };
}

export type Sum = 'proven' | 'among' | 'right' | 'going_on' | 'wrong';

export function sumOf({ verdict: { sum, findings }, own }: Pick<Judged, 'verdict' | 'own'>): Sum {
  if (sum === 'unfair' || own === 'differs') return 'wrong';
  if (findings.some(({ key }) => key === 'going_on')) return 'going_on';
  // An imported record can be right in everything, although there is no data of this device to compare it with.
  if (sum === 'unproven' || (own !== 'mine' && own !== null)) return 'right';
  return sum === 'among' ? 'among' : 'proven';
}

interface Props extends Place {
  seats: readonly SeatInfo[];
  /** The reader's seat; null for a reader without a seat; absent if unknown. */
  you?: number | null | undefined;
  onClose(): void;
  t: T;
}

export const WasItFair = withFairWords(function WasItFair({ from, id, seats, you, onClose, t }: Props) {
  const [judged, setJudged] = useState<Judged | 'reading' | 'unread'>('reading');
  const read = () => {
    setJudged('reading');
    judge({ from, id }, you).then(setJudged, () => setJudged('unread'));
  };
  useEffect(read, [from, id]);
  return (
    <Sheet
      title={t('fair.open')}
      modal
      wide
      onClose={onClose}
      footer={
        <>
          <a class="button quiet" href={pathOf({ from, id })} download={`${id}.jsonl`}>
            {t('fair.download')}
          </a>
          <Button kind="primary" does="fair-close" onPress={onClose}>
            {t('fair.close')}
          </Button>
        </>
      }
    >
      {judged === 'reading' ? (
        <p role="status">{t('fair.reading')}</p>
      ) : judged === 'unread' ? (
        <p role="alert">
          {t('fair.unread')}{' '}
          <button type="button" class="link" onClick={read}>
            {t('fair.again')}
          </button>
        </p>
      ) : (
        <Steps judged={judged} seats={seats} t={t} />
      )}
    </Sheet>
  );
});

const SIGNS: Record<Sum, string> = {
  proven: 'M3 8.5l3.500 3.500L13 5',
  among: 'M8 4v5M8 11.500v.01',
  right: 'M8 4v5M8 11.500v.01',
  going_on: 'M8 4v4.500l3 1.500',
  wrong: 'M4 4l8 8M12 4l-8 8',
};

function Steps({ judged, seats, t }: { judged: Judged; seats: readonly SeatInfo[]; t: T }) {
  const { verdict, data, rows, own, ms } = judged;
  const sum = sumOf(judged);
  const { attempts, cards } = grouped(verdict.findings);
  const about = sum === 'wrong' || sum === 'going_on' || sum === 'among' ? `fair.${sum}.help` : null;
  const n = verdict.attempts.length;
  return (
    <div class="fair-steps">
      <section class={`fair-sum ${sum}`} data-sum={sum} role="status">
        <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
          <path d={SIGNS[sum]} />
        </svg>
        <div>
          <h3>{t(own === null ? `verify.${verdict.sum}` : `fair.${sum}`, { n })}</h3>
          {own && (sum !== 'wrong' || own === 'differs') && <p>{t(`own.${own}`)}</p>}
          {about && <p>{t(about)}</p>}
          {sum !== 'wrong' && <p>{t('verify.actions')}</p>}
        </div>
      </section>
      {data && (data.attempts.length > 0 || rows.length > 0) && (
        <Section title={t('own.title')}>
          <OwnSteps rows={compared(data, verdict.attempts)} t={t} />
          {rows.length > 0 && (
            <ul class="fair-list">
              {rows.map(({ key, ok, values }, index) => (
                <li key={index} class={kindOf(ok)} data-kept={key}>
                  {t(`kept.${key}`, values)}
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {attempts.length > 0 && (
        <Section title={t('fair.shuffle')}>
          {attempts.map((findings, number) => (
            <AttemptSteps key={number} {...{ verdict, number, findings, seats, t }} you={data?.seat ?? null} />
          ))}
        </Section>
      )}
      <Section title={t('fair.cards')}>
        <Findings findings={cards} t={t} />
        {verdict.deals.length > 0 && (
          <details>
            <summary>{t('fair.every')}</summary>
            <ul class="fair-list">
              {verdict.deals.map((n, deal) => (
                <li key={deal} class="right">
                  {t('fair.deal', { deal: deal + 1, n })}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Section>
      <details class="fair-not">
        <summary>{t('fair.not')}</summary>
        <ul>
          {unproven(verdict).map((key) => (
            <li key={key}>{t(`fair.not.${key}`)}</li>
          ))}
        </ul>
      </details>
      <p class="muted fair-took">{t('fair.took', { ms: Math.max(1, Math.round(ms)) })}</p>
    </div>
  );
}

/** Returns the limits of the proof. If a device dealt the cards, the limits do not mention a server. */
export const unproven = ({ findings }: Verdict): string[] =>
  findings.some(({ key }) => key === 'by_device') ? ['device', 'own_page'] : ['host', 'page', 'people', 'again'];

/** Returns the findings of each attempt, and the findings on the record and its cards. */
export function grouped(findings: readonly Finding[]): { attempts: Finding[][]; cards: Finding[] } {
  const of = [
    ...['attempt', 'commitment', 'reused', 'bot', 'took_part', 'nobody', 'hashes', 'withheld', 'barred'],
    ...['unfinished', 'begun_again', 'seed'],
  ];
  const attempts: Finding[][] = [];
  const cards: Finding[] = [];
  for (const finding of findings) {
    if (finding.key === 'attempt') attempts.push([]);
    if (of.includes(finding.key)) attempts.at(-1)!.push(finding);
    else cards.push(finding);
  }
  return { attempts, cards };
}

const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

const kindOf = (ok: boolean | null) => (ok === null ? 'told' : ok ? 'right' : 'wrong');

/** The steps whose words describe the expected result. */
const EXPECTED = ['finding.commitment', 'finding.hashes', 'finding.seed', 'kept.commitment', 'kept.list'];
const findingWords = (t: T, key: string, ok: boolean | null, values: Finding['values']): string =>
  ok === false && EXPECTED.includes(key) ? t('fair.not_so', { words: t(key, values) }) : t(key, values);

const Findings = ({ findings, t }: { findings: readonly Finding[]; t: T }) => (
  <ul class="fair-list">
    {findings.map(({ key, ok, values }, index) => (
      <li key={index} class={kindOf(ok)} data-finding={key}>
        {findingWords(t, `finding.${key}`, ok, values)}
      </li>
    ))}
  </ul>
);

/** The comparison of this device's data with the record, attempt by attempt. */
function OwnSteps({ rows, t }: { rows: readonly Compared[]; t: T }) {
  const attempts = [...new Set(rows.map(({ k }) => k))];
  return (
    <>
      {attempts.map((attempt) => (
        <article key={attempt}>
          {attempts.length > 1 && <h4>{t('fair.attempt', { number: attempt + 1, of: attempts.length })}</h4>}
          <ul class="fair-list">
            {rows
              .filter(({ k }) => k === attempt)
              .map(({ key, ok, n }) => (
                <li key={key} class={kindOf(ok)} data-kept={key}>
                  {findingWords(t, `kept.${key}`, ok, n ? { n: short(n) } : {})}
                </li>
              ))}
          </ul>
        </article>
      ))}
    </>
  );
}

const short = (digits: string) => `${digits.slice(0, 8)}…`;

interface AttemptProps {
  verdict: Verdict;
  number: number;
  findings: readonly Finding[];
  seats: readonly SeatInfo[];
  you: number | null;
  t: T;
}

type SeatState = 'gave' | 'withheld' | 'waits' | 'none' | 'bot' | 'false';

function stateOf(attempt: Attempt, number: number, seat: number, isOver: boolean, isBot: boolean): SeatState {
  if (attempt.h[seat] === null) return attempt.n[seat] !== null ? 'false' : isBot ? 'bot' : 'none';
  if (attempt.n[seat] === null) return isOver ? 'withheld' : 'waits';
  return matchesHash(attempt, number, seat) ? 'gave' : 'false';
}

/** One attempt: the contribution of each seat, and the result. */
function AttemptSteps({ verdict, number, findings, seats, you, t }: AttemptProps) {
  const { attempts, names } = verdict;
  const attempt = attempts[number]!;
  const isLast = number === attempts.length - 1;
  return (
    <article class={`fair-attempt${isLast ? '' : ' void'}`}>
      {attempts.length > 1 && (
        <h4>
          {t('fair.attempt', { number: number + 1, of: attempts.length })}
          <small>{t(isLast ? 'fair.attempt.counts' : 'fair.attempt.void')}</small>
        </h4>
      )}
      <ul class="fair-seats">
        {names.map((name, seat) => {
          const state = stateOf(attempt, number, seat, !isLast || attempt.S !== null, Boolean(seats[seat]?.bot));
          const [h, n] = [attempt.h[seat], attempt.n[seat]];
          return (
            <li key={seat} class={state} data-state={state}>
              <span>
                <bdi translate={false}>{name}</bdi>
                {seat === you && <small> · {t('seat.you')}</small>}
              </span>
              <span class="muted">{t(`seat.${state}`)}</span>
              {h && <code title={n ?? h}>{short(n ?? h)}</code>}
            </li>
          );
        })}
      </ul>
      <Findings findings={findings.filter(({ key, ok }) => key !== 'attempt' || ok === false)} t={t} />
    </article>
  );
}
