// Tests the words on the page. There is one term for one thing (docs/develop/words.md). The typography of each language
// is right. No word is for programmers only. The tests read the word lists, the lessons and the rules.

import { describe, expect, it } from 'vitest';
import { lists, allPhrases, type Phrase } from './allPhrases';

/** Wrong terms, each as a pattern of whole words. docs/develop/words.md names another term for each. Ordinary words of
 * a language are not banned. `in`: the only game in which the term is wrong; absent if it is wrong everywhere. `but`:
 * the places in which the term is allowed. */
interface Ban {
  words: string;
  in?: string;
  but?: RegExp;
}

const BANNED: Record<string, Ban[]> = {
  en: [
    { words: 'pack|packs|standard error|beam|sealed|seal|arm|armed|races|look on|looking on|looks on|watchers' },
    { words: 'engine|engines|export|exported|throw|throws|relaxed table|minus cards?|minus points' },
    { words: 'take back|taken back|takes back|take it back', but: /rouge-et-noir/ },
    { words: 'put|puts|give away|gives away|give it away|given away', in: 'la-dame-noire' },
    { words: 'bid|bids|bidding|exchange|exchanges|strike|thrown in|swap|swaps', in: 'la-dame-noire' },
    { words: 'round|rounds', in: 'la-dame-noire', but: /RULES/ },
    { words: 'tableau|tableaus|the discards|your discards|these discards', in: 'rouge-et-noir' },
    // In the short labels of a match "home" stands for a foundation.
    { words: 'home', in: 'rouge-et-noir', but: /said\.(?:home|won)|fact\.home|learn\.farewell/ },
    { words: 'give away|gives away|given away', in: 'hearts' },
    { words: '(?:say|says|said|saying) Kaël|claim|claims|claimed|hand counts|hand is \\d+', in: 'kael' },
    // The decisions on words in docs/develop/words.md: who plays, who proves, who runs the server, what is stored.
    { words: 'seats? (?:plays?|leads?|bets?|wins?|goes|gets?|scores?|deals|broke|took|has already)' },
    { words: 'proven for you|(?:gave|given|give) (?:a|the|their|its) number|fixed (?:a number|its secret|before)' },
    { words: 'this house|the house|host of (?:this|the) server|imprint|points are decided|time to claim' },
    { words: '(?:is|are) (?:kept|not kept)|kept (?:in|on|nothing)|keep anything|your device kept' },
  ],
  fr: [
    { words: 'distribuer|solveur|bot|bots|faisceau|relevé|relevés|archive|jeter|jetez|prend la main|scellés|sceau' },
    { words: 'export|exporter|armer|armée|armées|désarmer|pendule lente|courses|sort du jeu|sortez du jeu' },
    { words: 'tenir le pli|tient le pli|tenez le pli|match|matchs' },
    { words: 'pari|paris|enchère|enchères|frapper|frappez|tas|pile|piles', in: 'la-dame-noire' },
    { words: 'dépassez|dépasser|passe au-dessus|(?:deuxième|troisième) sortie (?:fait|reste)', in: 'la-dame-noire' },
    { words: 'rentrée|rentrées|reprise|reprises|ranger|rangez|en fondation', in: 'rouge-et-noir' },
    { words: 'dons|une lune compte|donnez', in: 'hearts' },
    { words: 'hors jeu|appeler|pile', in: 'kael' },
    { words: '(?:dernière|même) place|[ld]’autre place (?:a|garde)|place (?:en jeu|éliminée|après le donneur)' },
    { words: '(?:la|sa|une) place (?:qui (?!mène)|entame|sort|gagne|donne|joue|garde|voit)|(?:voit|voie) la place' },
    { words: 'prouvée? pour vous|donné (?:leur|son) nombre|fixé (?:un nombre|son secret)|points sont décidés' },
    { words: 'maison a|cette maison|l’hôte du serveur' },
  ],
  de: [
    { words: 'die Uhr|Die Uhr|die Uhren|Die Uhren|Löser|hinlegen|Handkarte|in der Hand|Protokoll|Strahl|versiegelt' },
    { words: 'Rat|Gespräch|Wettlauf|spannen|gespannt|Nachspielen|Patience|teilt aus|exportieren|verteilt|eröffnet' },
    { words: 'kommt raus|kommst raus|rauskommen|herauskommen|kommt heraus|fliegst|Auswerden|weggeben|verschenken' },
    { words: 'Pik Dame|Kreuz Zwei|Herz König|Herz Ass|Karo Bube' },
    {
      words: 'Stapel|Stapels|ausmachen|Ausmachen|zuschlagen|eingeworfen|Einzelne|Tausche|Tauschen?en',
      in: 'la-dame-noire',
    },
    { words: 'schieben|schiebt|schiebst|geschoben|aus sein|ausgehen|geht aus|ausgegangen', in: 'la-dame-noire' },
    { words: '(?:[Üü]bertrumpf|überbiet)\\p{L}*|zuletzt fertig|Biete darauf|als \\d\\. fertig', in: 'la-dame-noire' },
    { words: 'Runde|Runden', in: 'la-dame-noire', but: /RULES/ },
    { words: '[Ss]tich (?:nehmen|genommen)|(?:nimmt|nimmst) (?:den|einen) Stich' },
    { words: 'Quadrat|abschneiden|abgeschnitten|Haufen|Tisch nehmen|ablegen|ablegt|legt ab|abgelegt', in: 'kael' },
    { words: 'Grundstapel|Grundstapeln|heim|Ablage umdrehen \\(Anzahl', in: 'rouge-et-noir' },
    { words: 'Mond|verschenkt hast', in: 'hearts' },
    {
      words:
        '[Dd]erselbe Platz|noch ein Platz|(?:dieser|nächste) Platz (?!ist)|Platz (?:nach dem Geber|mit den meisten)',
    },
    {
      words: '(?:der|den) Platz, (?:der|den)|was der Platz sieht|je Platz(?! (?:nehmen|frei))',
      but: /one_per_network/,
    },
    { words: 'für dich (?:ist es )?nicht bewiesen|dieses Hauses|vom Haus|zu gewinnen geblieben|vorher vormerken' },
    { words: '(?:kann|können) nichts behalten|hat.{1,40} nichts behalten|Zahl (?:genannt|nicht genannt)' },
    { words: 'Prüf (?:den|die|das)|Mitspieler aus deinem Netz' },
  ],
};

/** Returns a pattern that matches any of these words. */
const one = (words: string): string => `(?:${words.split(' ').join('|')})`;

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

it('no level is called as a suit, in any language: "Club" is ♣', () => {
  const suits = one('clubs? diamonds? hearts? spades? trèfle carreau cœur pique club klub kreuz karo herz pik');
  const levels = ['en', 'fr', 'de'].flatMap((language) =>
    allPhrases(language).filter(({ key }) => /^level\./.test(key)),
  );
  expect(levels.length).toBe(18);
  expect(levels.filter(({ words }) => new RegExp(`^${suits}$`, 'iu').test(words))).toEqual([]);
});

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
          // Words in brackets after a line of the log are not a sentence, and need no full stop.
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

it('French has no plain space before a unit', () => {
  const wrong = allPhrases('fr').filter(({ words }) => /[\d}] (?:s|ms|min|Kio|Mio)(?![\p{L}])/u.test(words));
  expect(wrong.map(({ where, words }) => `${where}: ${words}`)).toEqual([]);
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
