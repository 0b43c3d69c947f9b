// Tests the words on the page: one term for one thing (docs/words.md), the typography of each language, and nothing
// that is for programmers. It reads the word lists, the lessons, and the rules.

import { describe, expect, it } from 'vitest';
import { lists, allPhrases, type Phrase } from './allPhrases';

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
    { words: 'took it|has it|put again|puts again|simulate|simulates|simulation|simulator' },
    // One's own program may play a seat, and a limit is set by programs.
    { words: 'program|programs', but: /engine\.about|RULES/ },
    { words: 'say|says|said|saying', in: 'kael', but: /RULES/ },
    { words: 'the discards|your discards|these discards', in: 'rouge-et-noir' },
    { words: 'give away|gives away|give it away|given away', in: 'la-dame-noire' },
    { words: 'round|rounds', in: 'la-dame-noire', but: /RULES/ },
    { words: 'is away|are away' },
    // Labels in a match, where "home" is short for a foundation.
    { words: 'home', in: 'rouge-et-noir', but: /said\.(?:home|won)|fact\.home|learn\.farewell/ },
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
    { words: 'ranger|rangez|rangée|monter|montez|monte|remonte|remonter', in: 'rouge-et-noir' },
    { words: 'tenir|tenez|tient|tiennent|tenu', in: 'la-dame-noire' },
    { words: 'tenir|tenez|tient|tiennent|tenu', in: 'kael' },
    { words: 'tenir le pli|tient le pli|tenez le pli' },
    {
      words: 'courses|course|sort du jeu|sortez du jeu|robot continue|robots continuent|simuler|simulation|simulateur',
    },
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
    { words: 'nehmen|nimmt|nimmst|genommen', in: 'la-dame-noire' },
    { words: 'nehmen|nimmt|nimmst|genommen', in: 'schwarze-dame' },
    { words: 'nehmen|nimmt|nimmst|genommen', in: 'hearts' },
    { words: 'weggeben|weggegeben|wegzugeben|verschenken' },
    { words: 'schieben|schiebt|schiebst|geschoben', in: 'la-dame-noire' },
    { words: 'aus sein|ist aus|bist aus|sind aus|ausgehen|geht aus|ausgegangen|aus ist', in: 'la-dame-noire' },
    { words: 'ablegen|ablegt|legt ab|legst ab|abgelegt|Ablegen', in: 'kael' },
    { words: 'Runde|Runden', in: 'la-dame-noire', but: /RULES/ },
    { words: 'Bot spielt weiter|Bots spielen weiter|simulieren|simuliert|Simulation|Simulator' },
  ],
};

const WORD = '[\\p{L}\\p{N}_’-]';

for (const language of ['en', 'fr', 'de']) {
  describe(language, () => {
    const all = allPhrases(language);
    const unlike = (test: (one: Phrase) => boolean) => all.filter(test).map(({ where, words }) => `${where}: ${words}`);

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
          // Words behind a line, in brackets, are none.
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
  const wrong = allPhrases('fr').filter(
    ({ words }) =>
      /[^\u202f;!?][;!?]/.test(words) ||
      /(?:[^\u00a0]|^):(?=\s|$)/.test(words) ||
      /«(?!\u00a0)|(?<!\u00a0)»/.test(words),
  );
  expect(wrong.map(({ where, words }) => `${where}: ${words}`)).toEqual([]);
});
