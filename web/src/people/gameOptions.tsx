// The form for a new table, against bots or with other people (`people`). The form shows the options that the server
// lists.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import { wantsAllOfGame } from '../i18n/load';
import { Choice, NumberField, Row } from '../ui/form';
import type { T } from '../i18n/words';
import { lastPeopleTable, lastTable, play, remember } from '../match/newTable';
import type { GameInfo, NewTable, OptionField, OptionValue, Races } from '../net/protocol';
import { houseWords, tableWords } from './terms';
import { PickDeal } from '../solitaire/pickDeal';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';

// The form needs the words for all options.
wantsAllOfGame.value = true;

const RACES: readonly Races[] = ['strict', 'normal', 'relaxed', 'turn_based'];

interface Props {
  info: GameInfo;
  t: T;
  onClose(): void;
  /** The number of the deal, if the form was opened by a link to a numbered deal. */
  deal?: number | undefined;
  /** The first row of the form. */
  head?: ComponentChildren;
  /** The rows that a table for people adds to the form. */
  people?(table: NewTable, set: (part: Partial<NewTable>) => void): ComponentChildren;
  /** Runs before the table is opened. */
  first?(): Promise<void>;
}

export function Options({ info, t, onClose, deal, head, people, first }: Props) {
  const last = people ? lastPeopleTable : lastTable;
  const [table, setTable] = useState<NewTable>(() => ({ ...last(info.id), ...(deal === undefined ? {} : { deal }) }));
  const begin = async () => {
    try {
      await first?.();
      await play(table);
      remember(table);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  return (
    <TableForm
      title={t(people ? 'table.title' : 'options.title', { game: t('title') })}
      info={info}
      t={t}
      table={table}
      onChange={setTable}
      usual={{ game: info.id, ...(people ? { open: 'friends' as const } : {}) }}
      head={head}
      people={people}
      does={people ? 'open-table' : 'play'}
      words={t(people ? 'table.make' : 'start.play')}
      onDone={begin}
      onClose={() => {
        remember(table);
        onClose();
      }}
    />
  );
}

interface FormProps {
  title: string;
  info: GameInfo;
  t: T;
  table: NewTable;
  onChange(table: NewTable): void;
  /** The settings that *Reset* restores. */
  usual: NewTable;
  head?: ComponentChildren;
  people?: Props['people'];
  /** True if the table already exists: then the number of players and the deal cannot be changed. */
  opened?: boolean;
  /** The `data-do` of the button that submits the form, and its words. */
  does: string;
  words: string;
  onDone(): Promise<void>;
  onClose(): void;
}

/** A sheet with all options of a new table. */
export function TableForm(props: FormProps) {
  const { title, info, t, table, onChange, usual, head, people, opened, does, words, onDone, onClose } = props;
  const set = (part: Partial<NewTable>) => onChange({ ...table, ...part });
  const options = table.options ?? {};
  const seats = table.seats ?? info.seats.usual;

  // The keys of the fields that contain an invalid number.
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const judge = (key: string, bad: boolean) =>
    setWrong((was) => {
      const now = new Set(was);
      if (bad) now.add(key);
      else now.delete(key);
      return now;
    });
  const [fresh, renew] = useState(0);

  const level = info.levels.length > 1 && info.seats.max > 1 && (
    <Row label={t(people ? 'table.level' : 'options.level')}>
      <Choice
        name="level"
        label={t(people ? 'table.level' : 'options.level')}
        value={table.bots?.[0] ?? 'club'}
        onChange={(v) => set({ bots: [v] })}
        choices={info.levels.map((level) => [level, t.has(`level.${level}`) ? t(`level.${level}`) : level])}
      />
    </Row>
  );
  const races = info.races && (
    <Row label={t('options.races')} help={people ? t('options.races_help', { choice: t('races.relaxed') }) : undefined}>
      <Choice
        name="races"
        label={t('options.races')}
        value={table.races ?? 'normal'}
        onChange={(v) => set({ races: v as Races })}
        choices={RACES.map((r) => [r, t(`races.${r}`)])}
      />
    </Row>
  );
  const house = info.options.map((field) => (
    <OptionRow
      key={field.key}
      field={field}
      t={t}
      value={(field.key in options ? options[field.key] : field.default) as OptionValue}
      onWrong={(bad) => judge(field.key, bad)}
      onChange={(value) => set({ options: { ...options, [field.key]: value } })}
    />
  ));

  return (
    <Sheet
      title={title}
      modal
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            does="reset"
            onPress={() => {
              onChange(usual);
              setWrong(new Set());
              renew(fresh + 1);
            }}
          >
            {t('options.reset')}
          </Button>
          <Button
            kind="primary"
            does={does}
            why={wrong.size > 0 ? t('options.wrong') : null}
            onPress={() => void onDone()}
          >
            {words}
          </Button>
        </>
      }
    >
      <div class="form" key={fresh}>
        {head}
        {!opened && info.seats.min < info.seats.max && (
          <Row label={t('options.seats')}>
            <Choice
              name="seats"
              label={t('options.seats')}
              value={String(seats)}
              onChange={(v) => set({ seats: Number(v) })}
              choices={range(info.seats.min, info.seats.max).map((n) => [String(n), String(n)])}
            />
          </Row>
        )}
        {people ? (
          <>
            <Fold words={tableWords(table, t)} open={opened}>
              {people(table, set)}
              {level}
              {races}
            </Fold>
            {info.options.length > 0 && (
              <Fold words={houseWords(info, options, t)} open={opened}>
                {house}
              </Fold>
            )}
          </>
        ) : (
          <>
            {level}
            {races}
            {!opened && info.numbered && (
              <PickDeal
                table={table}
                solved={info.solved}
                onWrong={(bad) => judge('deal', bad)}
                onDeal={(deal) => set({ deal })}
              />
            )}
            {!opened && info.solved && (
              <label class="row switch-row">
                <span class="row-words">
                  <span>{t('options.assist')}</span>
                  <small>{t('options.assist_help')}</small>
                </span>
                <input
                  type="checkbox"
                  role="switch"
                  checked={table.assist === true}
                  onChange={(e) => set({ assist: e.currentTarget.checked })}
                />
              </label>
            )}
            {house}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Rows that few people change. They are folded, and the heading shows the present choice. */
function Fold({ words, open, children }: { words: string; open?: boolean | undefined; children: ComponentChildren }) {
  const [is, set] = useState(open ?? false);
  return (
    <details class="fold" open={is} onToggle={(e) => set(e.currentTarget.open)}>
      <summary>{words}</summary>
      <div class="form">{children}</div>
    </details>
  );
}

function OptionRow({
  field,
  t,
  value,
  onWrong,
  onChange,
}: {
  field: OptionField;
  t: T;
  value: OptionValue;
  onWrong(bad: boolean): void;
  onChange(value: OptionValue): void;
}) {
  const name = `option.${field.key}`;
  const label = t.has(name) ? t(name) : field.key.replaceAll('_', ' ');
  const help = t.has(`${name}.help`) ? t(`${name}.help`) : undefined;
  const word = (choice: string) => (t.has(`${name}.${choice}`) ? t(`${name}.${choice}`) : choice.replaceAll('_', ' '));
  if (field.kind === 'bool') {
    return (
      <label class="row switch-row">
        <span class="row-words">
          <span>{label}</span>
          {help && <small>{help}</small>}
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={value === true}
          onChange={(e) => onChange(e.currentTarget.checked)}
        />
      </label>
    );
  }
  if (field.kind === 'choice') {
    return (
      <Row label={label} help={help}>
        <Choice
          name={field.key}
          label={label}
          value={String(value)}
          choices={field.choices.map((c) => [c, word(c)])}
          onChange={onChange}
        />
      </Row>
    );
  }
  return (
    <Row label={label} help={help ?? t('options.range', { min: field.min, max: field.max })}>
      {field.none && (
        <label class="check">
          <input
            type="checkbox"
            checked={value === null}
            onChange={(e) => {
              onWrong(false);
              onChange(e.currentTarget.checked ? null : (field.default ?? field.min));
            }}
          />
          {t.has(`${name}.none`) ? t(`${name}.none`) : t('options.none')}
        </label>
      )}
      <NumberField
        key={String(value === null)}
        label={label}
        min={field.min}
        max={field.max}
        disabled={value === null}
        value={value === null ? null : Number(value)}
        why={t('options.range_wrong', { min: field.min, max: field.max })}
        onChange={(n) => {
          onWrong(n === false);
          if (n !== false) onChange(n);
        }}
      />
    </Row>
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
