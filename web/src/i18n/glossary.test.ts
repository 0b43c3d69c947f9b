// What a test can hold of the words on the page: one term for one thing (docs/words.md), the typography of each
// language, and nothing that is for programmers. It reads the word lists, the lessons, and the rules.

import { describe, expect, it } from 'vitest';
import { WORDS, type Language } from '../fair/words';
import type { Words } from './words';

const lists = {
  ...import.meta.glob('../../lang/**/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob('../../../games/*/lang/**/*.json', { eager: true, import: 'default' }),
} as Record<string, Words>;
const summaries = import.meta.glob('../../../games/*/rules/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;
const exact = import.meta.glob('../../../games/*/RULES*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

interface Said {
  where: string;
  key: string;
  words: string;
  game: string | null;
  rules: boolean;
}

/** Everything that is read in a language, phrase by phrase and paragraph by paragraph. */
function said(language: string): Said[] {
  const game = (path: string) => /games\/([^/]+)\//.exec(path)?.[1] ?? null;
  const phrases = Object.entries(lists)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, words]) =>
      Object.entries(words).flatMap(([key, phrase]) =>
        [...new Set(typeof phrase === 'string' ? [phrase] : Object.values(phrase))].map((one) => ({
          where: `${path.replace(/^(\.\.\/)+/, '')} ${key}`,
          key,
          words: one!,
          game: game(path),
          rules: false,
        })),
      ),
    );
  const texts = [
    ...Object.entries(summaries).filter(([path]) => path.endsWith(`/rules/${language}.md`)),
    ...Object.entries(exact).filter(([path]) =>
      path.endsWith(language === 'en' ? '/RULES.md' : `/RULES.${language}.md`),
    ),
  ];
  const { findings, ...own } = WORDS[language as Language];
  const verify = Object.entries({ ...own, ...findings }).map(([key, words]) => ({
    where: `src/fair/words.ts ${language} ${key}`,
    key,
    words,
    game: null,
    rules: false,
  }));
  return [
    ...phrases,
    ...verify,
    ...texts.flatMap(([path, text]) =>
      text
        .replace(/`[^`]*`/g, '…')
        .trim()
        .split(/\n\n+/)
        .map((words) => ({
          where: path.replace(/^(\.\.\/)+/, ''),
          key: '',
          words: words.replace(/\s*\n\s*/g, ' '),
          game: game(path),
          rules: true,
        })),
    ),
  ];
}

/** Whole words that are not said: another word is the term, or the better one. `in`: only there. */
interface Ban {
  words: string;
  in?: string;
  but?: RegExp;
}

const BANNED: Record<string, Ban[]> = {
  en: [
    { words: 'anew|somebody|anybody|everybody|so many|not so many|there is no such|whoever' },
    { words: 'may|pack|packs|this house|people' },
    { words: 'put|puts', in: 'la-dame-noire' },
    { words: 'bid|bids|bidding|exchange|exchanges|strike|thrown in|swap|swaps', in: 'la-dame-noire' },
    { words: 'tableau|tableaus|discards are', in: 'rouge-et-noir' },
    { words: 'give away|gives away|giving|given away|moon counts', in: 'hearts' },
    { words: 'take back|taken back|takes back|take it back', but: /rouge-et-noir/ },
    {
      words:
        'look on|looking on|looks on|watchers|engine|engines|standard error|beam|sealed|seal|the house|' +
        'export|exported|the line|talk|arm|armed|races',
    },
    { words: 'minus card|minus cards|minus points|hold it' },
    { words: 'relaxed table|meanwhile|plays on|throw|throws|watch again|short moment' },
  ],
  fr: [
    {
      words:
        'pari|paris|parie|parier|pariez|enchère|enchères|frapper|frappez|tas|pile|piles|ramasse|ramassez|' +
        'pose une carte|posez une carte',
      in: 'la-dame-noire',
    },
    { words: 'rentrée|rentrées|reprise|reprises|reprendre', in: 'rouge-et-noir' },
    { words: 'dons|une lune compte|donnez', in: 'hearts' },
    { words: 'hors jeu|appeler|pile', in: 'kael' },
    { words: 'se défait', but: /kael/ },
    {
      words:
        'distribuer|absence|solveur|bot|bots|armer|armé|armée|armées|désarmer|faisceau|relevé|relevés|' +
        'archive|jeter|jetez|pas à table|prend la main|scellés|sceau|prêt|prêts|invité|lumière',
    },
    { words: 'export|exporter|écarte|absent|court instant|pendule lente|sort premier|tant de' },
  ],
  de: [
    { words: 'die Uhr|Die Uhr|die Uhren|Die Uhren' },
    {
      words: 'Wette|Wetten|wettet|gewettet|Stapel|Stapels|ausmachen|Ausmachen|zuschlagen|eingeworfen|Einzelne',
      in: 'la-dame-noire',
    },
    { words: 'Person|Personen|Löser|Abwesenheit|hinlegen|stoppen|Handkarte' },
    { words: 'Quadrat|abschneiden|abgeschnitten|Haufen|Rufen|Tisch nehmen|draußen|guter Zug', in: 'kael' },
    { words: 'Grundstapel|Grundstapeln|heim|Kartenspiele', in: 'rouge-et-noir' },
    { words: 'Mond|verschenkt hast', in: 'hearts' },
    { words: 'Pik Dame|Kreuz Zwei|Herz König|Herz Ass|Karo Bube' },
    {
      words:
        'Rat|Leute|Gespräch|Wettlauf|spannen|gespannt|kommt raus|kommst raus|rauskommen|herauskommen|' +
        'kommt heraus|in der Hand|vom Haus|Leitung|Protokoll|Strahl|versiegelt|Nachspielen|Patience|' +
        'teilt aus|als Erster|als Letzter|als Zweiter',
    },
    {
      words:
        'exportieren|so viele|verteilt|eröffnet|Auswerden|fliegst|kurzer Moment|lange Bedenkzeit|' +
        'spielt solange|siehst zu|nicht am Tisch',
    },
  ],
};

const WORD = '[\\p{L}\\p{N}_’-]';

for (const language of ['en', 'fr', 'de']) {
  describe(language, () => {
    const all = said(language);
    const unlike = (test: (one: Said) => boolean) => all.filter(test).map(({ where, words }) => `${where}: ${words}`);

    it('has words at all', () => expect(all.length).toBeGreaterThan(1000));

    it.each(BANNED[language]!)('one term for one thing: not $words', (ban) => {
      const banned = new RegExp(`(?<!${WORD})(?:${ban.words})(?!${WORD})`, language === 'de' ? 'u' : 'iu');
      expect(
        unlike(
          ({ where, words, game }) =>
            (ban.in === undefined || game === ban.in) &&
            !ban.but?.test(where) &&
            banned.test(words.replace(/\{\w+\}/g, '')),
        ),
      ).toEqual([]);
    });

    it('calls this program by its name', () => {
      expect(unlike(({ words }) => /\bcardroom\b/.test(words))).toEqual([]);
    });

    it('has typographic apostrophes, quotes, ellipses and minus signs', () => {
      expect(
        unlike(
          ({ key, words, rules }) =>
            /['"]|\.\.\./.test(words) || (/(?:^|[\s(])-\d/.test(words) && !rules && key !== 'keys.typed'),
        ),
      ).toEqual([]);
    });

    it('says nothing that is for programmers', () => {
      expect(
        unlike(
          ({ words, rules }) =>
            /`|\b[a-z]+_[a-z]+\b|docs\/|--\w|\bJSON\b/.test(words.replace(/\{\w+\}/g, '')) ||
            (!rules && /\b(?:seat|place|Platz) 0\b/.test(words)),
        ),
      ).toEqual([]);
    });

    it('begins no phrase and ends none with a space, and has none twice', () => {
      expect(unlike(({ words, rules }) => /^\s|\s$/.test(words) || (!rules && / {2}/.test(words)))).toEqual([]);
    });
  });
}

it('English counts with the right number: no "1 records"', () => {
  const counted = Object.entries(lists)
    .filter(([path]) => path.endsWith('/en.json'))
    .flatMap(([path, words]) =>
      Object.entries(words)
        .filter(([, phrase]) => typeof phrase === 'string' && /\{n\} (?!s\b|is\b)[a-z]+s\b/.test(phrase))
        .map(([key]) => `${path} ${key}`),
    );
  expect(counted).toEqual([]);
});

const ASIDES = ['log.by_bot', 'log.by_time'];

it('a line of the log ends with a stop', () => {
  const open = Object.entries(lists)
    .filter(([path]) => path.includes('/games/') || path.includes('/people/'))
    .flatMap(([path, words]) =>
      Object.entries(words).flatMap(([key, phrase]) =>
        (typeof phrase === 'string' ? [phrase] : Object.values(phrase))
          // What stands behind a line, in brackets, is none.
          .filter((one) => key.startsWith('log.') && !ASIDES.includes(key) && !/[.!?…}]$/.test(one!))
          .map((one) => `${path} ${key}: ${one}`),
      ),
    );
  expect(open).toEqual([]);
});

it('no list has a key twice: the first would be lost', () => {
  const raw = {
    ...import.meta.glob('../../lang/**/*.json', { eager: true, query: '?raw', import: 'default' }),
    ...import.meta.glob('../../../games/*/lang/**/*.json', { eager: true, query: '?raw', import: 'default' }),
  } as Record<string, string>;
  expect(Object.keys(raw).length).toBe(Object.keys(lists).length);
  const twice = Object.entries(raw).flatMap(([path, text]) => {
    const keys = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1]!);
    expect(keys.length, path).toBeGreaterThanOrEqual(Object.keys(lists[path]!).length);
    return keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `${path} ${key}`);
  });
  expect(twice).toEqual([]);
});

it('two forms of a phrase differ', () => {
  const alike = Object.entries(lists)
    .filter(([path]) => path.endsWith('/en.json'))
    .flatMap(([path, words]) =>
      Object.entries(words)
        .filter(([, phrase]) => typeof phrase !== 'string' && new Set(Object.values(phrase)).size === 1)
        .map(([key]) => `${path} ${key}`),
    );
  expect(alike).toEqual([]);
});

it('French has its narrow spaces before ; ! ? and its wide ones before : and inside « »', () => {
  const wrong = said('fr').filter(
    ({ words }) =>
      /[^\u202f;!?][;!?]/.test(words) ||
      /(?:[^\u00a0]|^):(?=\s|$)/.test(words) ||
      /«(?!\u00a0)|(?<!\u00a0)»/.test(words),
  );
  expect(wrong.map(({ where, words }) => `${where}: ${words}`)).toEqual([]);
});
