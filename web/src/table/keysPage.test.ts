// Compares docs/play/keys.md with the keys of the page and of every game. `npx vitest run keysPage -u` writes it again.

import { expect, it } from 'vitest';
import { lists } from '../i18n/allPhrases';
import type { Words } from '../i18n/words';
import { keySign } from '../ui/keySign';
import { SEVERAL } from '../replay/keys';
import { EVERYWHERE, TABLE } from './keys';

type Rows = readonly (readonly [string, string])[];
const games = import.meta.glob('../../../games/*/web/keys.ts', { eager: true, import: 'keys' }) as Record<string, Rows>;
const english = (folder: RegExp): Words =>
  Object.assign({}, ...Object.entries(lists).flatMap(([path, words]) => (folder.test(path) ? [words] : [])));
const page = english(/^\.\.\/\.\.\/lang\/(.*\/)?en\.json$/);

/** Returns a phrase. The blanks of these phrases are not filled, because no particular card or number is meant. */
function phrase(words: Words, key: string): string {
  const found = words[key]!;
  return (typeof found === 'string' ? found : found.other!).replace(/\{\w+\}/g, '…');
}

const section = (title: string, rows: Rows, words: Words, typed = '') =>
  `## ${title}\n\n${typed && `${typed}\n\n`}| key | |\n|---|---|\n` +
  rows.map(([key, name]) => `| \`${key.split(' ').map(keySign).join(' ')}\` | ${phrase(words, name)} |\n`).join('');

it('the page of keys is true', async () => {
  const sections = Object.entries(games).map(([path, keys]) => {
    const words = { ...page, ...english(new RegExp(`games/${path.split('/').at(-3)}/lang/en.json$`)) };
    return section(phrase(words, 'title'), keys, words, phrase(words, 'keys.typed'));
  });
  expect(sections.length).toBeGreaterThanOrEqual(5);
  const text = [
    '# Keys of the page\n',
    '`?` lists the keys of the place where you are, and those of the buttons that are in sight.\n',
    section('Everywhere', EVERYWHERE, page),
    section('At a table', TABLE, page),
    section('In a replay', SEVERAL, page),
    ...sections,
  ].join('\n');
  await expect(text).toMatchFileSnapshot(
    decodeURIComponent(new URL('../../../docs/play/keys.md', import.meta.url).pathname),
  );
});
