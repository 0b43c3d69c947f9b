// Compares each sentence of the analysis with its figures: the words of the page for decisions that `cardroom analyse`
// has judged. Short runs take a sample, long runs more than a thousand decisions of each game.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import words from '../lang/side/en.json';
import { standing, tried } from '../src/advice/lookBack';
import { triedWords, verdictWords } from '../src/advice/sentences';
import { translator, type Words } from '../src/i18n/words';
import type { AnyLegal, Choice, Judged } from '../src/net/protocol';
import { BINARY } from './cardroom';
import { LONG } from './long';

const folder = mkdtempSync(join(tmpdir(), 'trainer-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Reported {
  done: string | null;
  cost: number;
  error: number;
  outlook: Judged['outlook'];
  choices: (Omit<Choice<AnyLegal>, 'legal'> & { action: string | null })[];
  legal: string[];
  alike: [string, string][];
}

type Decision = Judged<unknown, AnyLegal>;

/** Returns a decision in the form in which the page receives it. */
function judged({ choices, legal, done, ...one }: Reported): Decision {
  const list = choices.map(({ action, ...choice }) => ({ ...choice, legal: action === null ? null : { action } }));
  const own = list.find((choice) => (choice.legal?.action ?? null) === done)!;
  const advice = { choices: list, reasons: [] };
  return { ...one, advice, done: own, legal: legal.map((action) => ({ action })) } as unknown as Decision;
}

function analysed(game: string, matches: number, ...only: string[]): Decision[] {
  const [record, out] = [join(folder, `${game}.jsonl`), join(folder, `${game}.json`)];
  const run = (...args: string[]) => execFileSync(BINARY, args, { stdio: 'pipe' });
  run('simulate', game, '--matches', `${matches}`, '--bots', 'beginner', '--seed', '7a11', '--out', record);
  run('analyse', record, '--simulations', '24', ...only, '--json', out);
  const { records } = JSON.parse(readFileSync(out, 'utf8')) as { records: { decisions: Reported[] }[] };
  return records.flatMap(({ decisions }) => decisions.map(judged));
}

const t = translator('en', words as unknown as Words);
const number = (words: string): number => Number.parseFloat(words.replace('−', '-'));
const tenths = (points: number): string => (Math.abs(points) < 0.05 ? 0 : points).toFixed(1);

/** Checks the sentence about a choice. The points in the sentence must be those of the list. */
function check(sentence: string, one: Decision, choice: Choice<AnyLegal> | null): void {
  const { choices } = one.advice;
  const [best, ...others] = choices;
  const sensible = others.filter((other) => !other.rash);
  const at = `${sentence}\n${JSON.stringify(choices)}`;
  const ahead = /the best choice, by ([\d.]+) points/.exec(sentence);
  const behind = /([+−]?[\d.]+) ± ([\d.]+)/.exec(sentence);
  if (ahead) {
    expect(choice, at).toBe(best);
    expect(
      sensible.some((other) => other.equal),
      at,
    ).toBe(false);
    expect(tenths(number(ahead[1]!)), at).toBe(
      tenths(best!.points! - Math.max(...sensible.map((other) => other.points!))),
    );
    expect(number(ahead[1]!), at).toBeGreaterThan(0);
  } else if (/one of the best/.test(sentence)) {
    expect(choice, at).toBe(best);
    expect(
      sensible.some((other) => other.equal),
      at,
    ).toBe(true);
  } else if (/the best choice\.?$/.test(sentence)) {
    expect(choice, at).toBe(best);
    expect(sensible, at).toEqual([]);
  } else if (/about as good/.test(sentence)) {
    expect(choice, at).not.toBe(best);
    expect([choice!.equal, choice!.rash], at).toEqual([true, false]);
  } else if (behind) {
    expect(tenths(number(behind[1]!)), at).toBe(tenths(choice!.points! - best!.points!));
    expect(number(behind[1]!), at).toBeLessThan(0);
    expect(tenths(number(behind[2]!)), at).toBe(tenths(choice!.error!));
    expect(choice!.equal, at).toBe(false);
  } else if (/too risky/.test(sentence)) expect(choice!.rash, at).toBe(true);
  else {
    expect(sentence).toMatch(/not examined further/);
    expect(choice, at).toBeNull();
  }
}

for (const game of ['hearts', 'schwarze-dame', 'la-dame-noire', 'kael'])
  it(`the trainer says of ${game} what its figures say`, { timeout: LONG ? 1_800_000 : 120_000 }, () => {
    const found = LONG ? analysed(game, 8) : analysed(game, 1, '--deal', '0');
    expect(found.length).toBeGreaterThanOrEqual(LONG ? 1000 : 20);
    let [again, alike] = [0, 0];
    for (const one of found) {
      check(verdictWords(one, t), one, one.done);
      if (one.cost >= 0.05) expect(standing(one.advice, one.done.legal?.action)?.is).toMatch(/cost|rash/);
      for (const { action } of one.legal) {
        again++;
        const answer = tried(one, action);
        check(triedWords(answer, action, t), one, answer.choice);
        const listed = one.advice.choices.some((choice) => choice.legal?.action === action);
        expect(answer.like === null || !listed, action).toBe(true);
        if (answer.like) alike++;
      }
    }
    expect(again, 'mistakes can be tried again').toBeGreaterThan(10);
    if (LONG && game !== 'kael') expect(alike, 'some choices are equal in play').toBeGreaterThan(0);
  });

it('the trainer says of a solitaire what its verdicts say', { timeout: 120_000 }, () => {
  const found = analysed('rouge-et-noir', LONG ? 12 : 1);
  expect(found.length).toBeGreaterThanOrEqual(LONG ? 1000 : 20);
  const said = {
    winnable: /^The game can still be won/,
    unknown: /isn’t known/,
    lost: /^This lost the game|^The game was already lost|^lost$/,
  };
  for (const one of found) {
    const sentence = verdictWords(one, t);
    expect(sentence).toMatch(said[one.done.outlook!]);
    expect(/^This lost/.test(sentence)).toBe(one.outlook === 'winnable' && one.done.outlook === 'lost');
    for (const { action } of one.legal) {
      const { verdict } = tried(one, action);
      const choice = one.advice.choices.find((other) => other.legal?.action === action);
      expect(verdict).toBe(choice?.outlook === 'winnable' ? 'won' : choice === one.done ? 'lost' : 'unknown');
    }
  }
});
