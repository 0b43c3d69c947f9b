// Tests *Was it fair?* for matches whose cards a device dealt: at a table of this device, and in an uploaded record.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import de from '../../lang/fair/de.json';
import en from '../../lang/fair/en.json';
import fr from '../../lang/fair/fr.json';
import { marked } from '../offline/upload';
import { verify } from './verify';
import { grouped, unproven } from './wasItFair';

const read = (name: string) =>
  readFileSync(new URL(`../../../crates/cardroom/tests/records/${name}.jsonl`, import.meta.url), 'utf8').trim();
const RECORD = read('kael');
const first = (...asked: Parameters<typeof verify>) => verify(...asked).findings[0]!.key;

it('a device chose the cards at its own table, and in a record that says so; else a server did', () => {
  expect(first(RECORD, true)).toBe('by_device');
  expect(first(marked(RECORD))).toBe('by_device');
  expect(first(RECORD)).toBe('alone');
  // At a server's table a record's claim that a device dealt the cards is ignored.
  expect(first(marked(RECORD), false)).toBe('alone');
  // If players shuffled together, no device alone chose the cards.
  expect(verify(read('shuffled-together'), true).findings.some(({ key }) => key === 'by_device')).toBe(false);
  expect(grouped(verify(RECORD, true).findings).cards[0]!.key).toBe('by_device');
});

it('of a device’s table no line speaks of a server or its host', () => {
  const verdict = verify(RECORD, true);
  const keys = [
    ...verdict.findings.map(({ key }) => `finding.${key}`),
    ...unproven(verdict).map((of) => `fair.not.${of}`),
  ];
  expect(keys.length).toBeGreaterThan(3);
  for (const list of [en, fr, de] as Record<string, unknown>[])
    for (const key of keys) expect(list[key], key).toMatch(/^(?!.*(server|serveur|host|hôte))./i);
  expect(
    unproven(verify(RECORD))
      .map((of) => (en as Record<string, unknown>)[`fair.not.${of}`])
      .join(),
  ).toMatch(/server/);
});
