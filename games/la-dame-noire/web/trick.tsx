// The showdown: the value of the trick, the play to beat, and all plays of the viewer that beat it.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { seatName, type T } from '@cardroom/ui';
import { nameOf, shape, type Chip } from './combination';
import type { DameFrame } from './layout';
import './trick.css';
import type { CombinationKind, Legal } from './types.gen';

export function Head({ frame, t }: { frame: DameFrame; t: T }) {
  const { view } = frame;
  const { top } = view;
  if (!top) return null;
  return (
    <p class={`ldn-head${view.worth > 0 ? ' dear' : ''}`}>
      <b>{t.num(view.worth)}</b>
      <span class="ldn-worth">{t('trick.points', { n: view.worth })}</span>
      <span class="ldn-top">{t('trick.top', { who: seatName(t, frame, top.seat), combination: nameOf(top, t) })}</span>
    </p>
  );
}

/** The kinds of combination, the weakest first. [D10] */
const KINDS: readonly CombinationKind[] = ['singleton', 'beggar', 'straight', 'quarto', 'libra'];

/** The kinds of combination in their order. The kind of the play to beat is marked. */
export function Ladder({ frame, t }: { frame: DameFrame; t: T }) {
  const top = frame.view.top?.kind;
  return (
    <ol class="ldn-ladder" aria-label={t('ladder')}>
      {KINDS.map((kind) => (
        <li key={kind} aria-current={kind === top ? 'true' : undefined}>
          {t(`kind.${kind}`)}
        </li>
      ))}
    </ol>
  );
}

interface Props {
  chips: readonly Chip[];
  chosen: Legal | null;
  /** Chooses a play. Another press on the same chip chooses other suits. */
  onChoose(play: Legal): void;
  onShow(cards: readonly string[]): void;
  t: T;
}

export function Chips({ chips, chosen, onChoose, onShow, t }: Props) {
  const kinds: { kind: CombinationKind; chips: Chip[] }[] = [];
  for (const chip of chips) {
    const last = kinds[kinds.length - 1];
    if (last?.kind === chip.kind) last.chips.push(chip);
    else kinds.push({ kind: chip.kind, chips: [chip] });
  }
  // If the row continues beyond an edge, it fades at that edge.
  const row = useRef<HTMLDivElement>(null);
  const fade = () => {
    const el = row.current;
    if (!el) return;
    el.classList.toggle('before', el.scrollLeft + el.scrollTop > 4);
    el.classList.toggle(
      'after',
      el.scrollLeft + el.clientWidth < el.scrollWidth - 4 || el.scrollTop + el.clientHeight < el.scrollHeight - 4,
    );
  };
  useLayoutEffect(() => {
    const watch = new ResizeObserver(fade);
    watch.observe(row.current!);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(fade);
  return (
    <div class="ldn-chips" role="toolbar" aria-label={t('chips')} ref={row} onScroll={fade}>
      {kinds.map(({ kind, chips: same }) => (
        <span class="ldn-kind" role="group" aria-label={t(`kind.${kind}`)} key={kind}>
          <span class="ldn-kind-name" aria-hidden="true">
            {t(`kind.${kind}`)}
          </span>
          {same.map((chip) => {
            const at = chosen?.power === chip.power ? chip.ways.indexOf(chosen) : -1;
            const next = chip.ways[(at + 1) % chip.ways.length]!;
            const many = chip.ways.length;
            return (
              <button
                key={chip.power}
                type="button"
                class="ldn-chip"
                aria-pressed={at >= 0}
                aria-label={t('chip', { combination: nameOf({ kind, cards: next.cards }, t), n: many })}
                onClick={() => onChoose(next)}
                onPointerEnter={(e) => {
                  if (e.pointerType === 'mouse') onShow(next.cards);
                }}
                onPointerLeave={() => onShow([])}
                onFocus={(e) => {
                  if (e.currentTarget.matches(':focus-visible')) onShow(next.cards);
                }}
                onBlur={() => onShow([])}
              >
                {many > 1 && kind === 'singleton'
                  ? shape('singleton', next.cards, t).slice(0, -1)
                  : shape(kind, next.cards, t)}
                {many > 1 && at >= 0 && <small data-way={`${at + 1}/${many}`} />}
              </button>
            );
          })}
        </span>
      ))}
    </div>
  );
}
