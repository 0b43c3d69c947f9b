// Tests the style of phrases (docs/develop/words.md) as far as a test can. Phrases about people have no gender. Ranks
// and points are digits. Labels can be understood alone. A running time is inside its phrase.

import { describe, expect, it } from 'vitest';
import { allPhrases, type Phrase } from './allPhrases';

const LANGUAGES = ['en', 'fr', 'de'];
const all = Object.fromEntries(LANGUAGES.map((language) => [language, allPhrases(language)]));
const phrases = Object.fromEntries(LANGUAGES.map((language) => [language, all[language]!.filter((one) => !one.rules)]));
/** Returns a pattern that matches any of these words; `~` stands for a space. */
const one = (...words: string[]) => `(?:${words.join(' ').trim().split(/\s+/).join('|').replaceAll('~', ' ')})`;
/** Returns a pattern that matches whole words only. */
const whole = (words: string, flags = '') => new RegExp(`(?<![\\p{L}’])${words}(?![\\p{L}’])`, `u${flags}`);
/** Returns the faults, each with its place. */
const found = (list: readonly Phrase[], wrong: (one: Phrase) => unknown) =>
  list.filter((one) => wrong(one)).map(({ where, words }) => `${where}: ${words}`);

describe('people have no gender', () => {
  it('in French: « en premier », « joueur », but not « le premier »', () => {
    const ORDER = one('premier deuxième troisième quatrième dernier suivant');
    const DOES = one('à qui d en~jeu en~lice sorti sort fait reçoit reste tient encore a');
    const PERSON = new RegExp(`(?<![\\p{L}’])(?:le|du|au) ${ORDER}(?= ${DOES}(?!\\p{L})|\\s?[.,;:»]|$)`, 'iu');
    const PRONOUN = whole(one('seul~celui chacun~des~autres qui~est~éliminé on~est~éliminé'), 'i');
    // "Le suivant" here is the next trick (« le pli »), not a person.
    expect(
      found(
        all.fr!,
        ({ words }) => PERSON.test(words.replace(/(?:entame|entamer) le suivant/g, '')) || PRONOUN.test(words),
      ),
    ).toEqual([]);
  });

  it('in German: « zuerst fertig », « Spieler », « alle », but not « der Nächste »', () => {
    const ORDER = one('Nächste Letzte Erste Zweite Dritte Vierte Niedrigste');
    const PERSON = whole(
      one(
        `(?:[Dd](?:er|en|em|es)|[Ee]iner?)~${ORDER}[nr]?`,
        '[Jj]ede[rnm]~(?:andere|der) [Jj]eder,~der dessen,~der den,~der für~ihn an~ihn gehört~ihm',
        'für~jeden(?!~\\p{Lu}) ein~anderer(?!~\\p{Lu})',
      ),
    );
    expect(found(all.de!, ({ words }) => PERSON.test(words))).toEqual([]);
  });
});

describe('ranks and points are digits', () => {
  const EN = one('two three four five six seven eight nine ten');
  const FR = one('deux trois quatre cinq six sept huit neuf dix');
  const DE = one('Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn');
  const NUMBERS: Record<string, RegExp> = {
    en: whole(
      one(
        'twos threes fours fives sixes sevens eights nines',
        `the~${EN}~of~(?:clubs|diamonds|hearts|spades) (?:black|red)~${EN}`,
        '(?:two|three|four|five|ten|thirteen|twenty)~points?',
      ),
      'i',
    ),
    fr: whole(
      one(`(?:le|un|du|au)~${FR}~(?:de|noir|rouge)`, '(?:deux|trois|quatre|cinq|dix|treize|quinze|vingt)~points'),
      'i',
    ),
    de: whole(
      one(
        `${DE}(?:en|er) (?:Kreuz|Karo|Herz|Pik)-${DE} (?:schwarze|rote)~${DE}`,
        '(?:zwei|drei|vier|fünf|zehn|dreizehn|zwanzig)~Punkte',
      ),
    ),
  };
  it.each(LANGUAGES)('in %s, except in the sentence of a tile', (language) => {
    // Bets are made in steps of ten, which a phrase may write as a word.
    const tens = (words: string) => words.replace(/[Gg]eboten wird in Zehnern|Jeder Zehner/g, '');
    expect(
      found(all[language]!, ({ key, words }) => key !== 'sentence' && NUMBERS[language]!.test(tens(words))),
    ).toEqual([]);
  });
});

/** Keys of phrases that follow a name, in a line or in a list of keys: they begin in lower case. */
const INSIDE = new RegExp(
  `^${one(
    'reason keys find analysis\\.state daily\\.day replay\\.keys terminal claim tag mark step\\..*',
    `seat\\.${one('you\\.object away away_for turn thinking your_turn deal match stand_in time_up slow engine')}`,
    'seat\\.(?:hand|pile|cards|partners|partners\\.you) card\\.(?:barred|by|by\\.you)',
    'rest\\.why finish\\.why log\\.by_(?:bot|time)',
    `start\\.${one('your_turn waiting against alone gathering your_next')} lobby\\.playing alone\\.here`,
    `people\\.${one('host here slow stand_in time_up engine engine_away same_network')} waiting\\.changed_mark`,
    `phrase\\.${one('applause laugh sigh surprise think')} daily\\.badge\\.(?:earned|open)`,
    'advice\\.(?:equal|rash) alone\\.(?:best|help\\.(?:no|yes)|won\\.of)',
    'analysis\\.(?:ahead|among|best|costliest|equal)',
    'bet\\.(?:of|stands|stands\\.you) coup\\.mark stop\\.(?:after|hold) trade\\.received trading\\.(?:from|to)',
    'trick\\.points board\\.under call\\.(?:costs|out) cards\\.the count\\.none pile\\.takes chosen got',
    'first table\\.house\\.usual',
    'said\\.(?:no_draw|square|then) fact\\.home\\.of ribbon\\.count replay\\.place import\\.offline',
  )}(?:\\.|$)`,
);

describe('labels, choices and buttons', () => {
  it.each(LANGUAGES)('begin with a capital in %s', (language) => {
    expect(found(phrases[language]!, ({ key, words }) => !INSIDE.test(key) && /^[“„«\s]*\p{Ll}/u.test(words))).toEqual(
      [],
    );
  });

  it('have one capital in English, the first, besides names and keys', () => {
    const NAMES = new RegExp(
      `\\b(?:Cardroom|Kaël|Stop|Undo|Enter|Esc|QR|X|I|Winnable|La Dame Noire|Schwarze Dame|Rouge et Noir|` +
        `Yaniv|Hearts|President)\\b`,
      'g',
    );
    const label = (words: string) => !/[.!?…:]/.test(words);
    expect(found(phrases.en!, ({ words }) => label(words) && /\s[“(]?[A-Z]/.test(words.replace(NAMES, '')))).toEqual(
      [],
    );
  });

  /** Keys of labels: names of settings and their choices, headings, sort orders, piles, counts. */
  const LABEL = new RegExp(
    `^${one(
      'options option settings races level table chapter count sort kind pile statistics fact alone do action choice',
      'arm armed seat devices data here lobby find coup waiting',
    )}\\.`,
  );
  const SENTENCE = new RegExp(
    one(
      'help about ask none kept how \\.label$ if_(?:last|not) choose_first outcome move_help full look_on changed$',
      'for_host bots_take hidden imported not_ours gone$ unlinked link$ seen said uploaded evicted lost_line note',
      'not_stored people daily thrown_in \\.or$ forget_ask chart wrong$',
    ),
  );
  it.each(LANGUAGES)('end without a stop in %s', (language) => {
    const labels = phrases[language]!.filter(({ key }) => LABEL.test(key) && !SENTENCE.test(key));
    expect(labels.length).toBeGreaterThan(200);
    expect(found(labels, ({ words }) => /(?<!\b(?:Min|Nr|\d))\.$/.test(words))).toEqual([]);
  });

  it('are infinitives in French: « Montrer »', () => {
    // This phrase is a headline of Kaël, and not a button.
    const HEADLINES = ['ribbon.shows.you'];
    expect(
      found(
        phrases.fr!,
        ({ key, words }) => !HEADLINES.includes(key) && /^\p{L}+ez\b/u.test(words) && !/[.!?…]$/.test(words),
      ),
    ).toEqual([]);
  });
});

it('German has one form of the imperative: « Versuch », « Spiel », but « Wähle », « Öffne »', () => {
  const VERBS = one(
    'versuche spiele suche lege ziehe sage decke frage mache bringe bleibe hole drehe schließe nehme gebe',
    'werfe baue spare gehe',
  );
  const BEGINS = '(?:^|[.:!?;,] |\\b(?:und|oder|erst|dann) )';
  const LONG = new RegExp(`${BEGINS}${VERBS}(?= (?!an |auf |ein )\\p{L})`, 'iu');
  const SHORT = new RegExp(`${BEGINS}${one('wähl öffn bitt teil wart behalt tipp meld prüf')}(?!\\p{L})`, 'iu');
  const nouns = (words: string) =>
    words.replace(/Spiele (?=von|in|und|ohne|mit|bei|je|ergeb|zähl)|Suche (?=fand)/g, '');
  expect(
    found(
      all.de!,
      ({ key, words }) => key !== 'help.hint' && !/…$/.test(words) && (LONG.test(nouns(words)) || SHORT.test(words)),
    ),
  ).toEqual([]);
});

it('German has a capital after a colon before a whole sentence', () => {
  const VERB = one(
    'ist sind war bist hat hast haben liegt liegen geht gehen kann kannst können darf darfst dürfen muss musst müssen',
    'wird wirst werden spielt spielst bleibt bleiben gibt gibst gilt macht machst zählt zählst kommt kommst kostet',
    'bringt zieht ziehst legt legst schlägt verlierst gewinnst willst will sieh leg zieh nimm wirf spiel sag deck',
    'wähle gib such versuch warte öffne bleib behalte',
  );
  // A clause in lower case with a finite verb, from a colon to the end of its sentence.
  const clause = new RegExp(`: „?\\p{Ll}[^.!?…;:]*?(?<!\\p{L})${VERB}(?!\\p{L})`, 'u');
  const first = new RegExp(`: „?(?<!\\p{L})${VERB}(?!\\p{L})`, 'u');
  // Words before a relative clause or a conjunction are not a sentence of their own.
  const BEFORE = one('die der das den dem wie wo was wenn sonst bevor solange weil als aber~so dass');
  const aside = new RegExp(`, ${BEFORE}\\b[^,.;:]*|: (?:wenn|weil|dass|wo|bevor)\\b[^.;:]*`, 'g');
  const main = (words: string) => words.replace(aside, '');
  expect(found(all.de!, ({ words }) => first.test(words) || clause.test(main(words)))).toEqual([]);
});

describe('what is being waited for', () => {
  /** Keys of phrases that are shown while something is fetched, searched or computed. */
  const WAITING = new RegExp(
    `^${one(
      'loading (?:game|alone)\\.(?:connecting|lost_line) (?:advice|analysis)\\.thinking import\\.working',
      'help\\.(?:looking_for|searching|asking|looking) replay\\.watching',
    )}$`,
  );
  it.each(LANGUAGES)('is a verb and an ellipsis in %s', (language) => {
    const waiting = phrases[language]!.filter(({ key }) => WAITING.test(key));
    expect(waiting.length).toBeGreaterThanOrEqual(11);
    expect(found(waiting, ({ words }) => !/\p{L} ?…$/u.test(words))).toEqual([]);
  });

  it('is not "One moment"', () => {
    // In chat, people may say "one moment" to each other.
    const MOMENT = whole(
      one(
        'One~moment Just~a~moment Looking Thinking~it~over Please~wait Un~instant Un~moment Patientez',
        'Einen~Moment Moment~bitte Bitte~warten Es~wird~nachgedacht',
      ),
    );
    for (const language of LANGUAGES)
      expect(found(phrases[language]!, ({ key, words }) => key !== 'phrase.one_moment' && MOMENT.test(words))).toEqual(
        [],
      );
  });
});

describe('a sentence is not cut', () => {
  it.each(LANGUAGES)('before what follows it, in %s', (language) => {
    const CUT: Record<string, RegExp> = {
      en: /\s(?:in|for|after|to|from|of|at|by|as|since|until|with)$/i,
      fr: /\s(?:dans|depuis|de|du|pour|par|à|avec|après|jusqu’à|le|la|en)$/i,
      de: /\s(?:in|von|seit|nach|bis|für|bei)$/i,
    };
    // The label of a card that lies under another ends with a colon, because the card follows it.
    const ends = found(
      phrases[language]!,
      ({ where, key, words }) =>
        key !== 'board.under' && !where.startsWith('src/') && (/:$/.test(words) || CUT[language]!.test(words)),
    );
    expect(ends).toEqual([]);
  });

  it('before a running time: its place is {time} in the phrase', () => {
    const sources = {
      ...import.meta.glob('../**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
      ...import.meta.glob('../../../games/*/web/**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
    } as Record<string, string>;
    const cut = Object.entries(sources).flatMap(([path, text]) =>
      [...text.matchAll(/\{[^{}]*\bt\([^{}]*(?:\{[^{}]*\}[^{}]*)?\)\}\s*(?:\{' '\}\s*)?<(?:Seconds|Clock)\b/g)].map(
        ([words]) => `${path}: ${words}`,
      ),
    );
    expect(Object.values(sources).filter((text) => text.includes('<WithTime')).length).toBeGreaterThan(3);
    expect(cut).toEqual([]);
  });

  it.each(LANGUAGES)('with a running time has its place, in %s', (language) => {
    const TIMED = new RegExp(
      `^${one(
        'people\\.(?:awaited|first_picture|behind|grace) shuffle\\.waits waiting\\.begins next\\.(?:in|latest)',
        'seat\\.away_for table\\.(?:watch\\.later|grace\\.after)',
      )}$`,
    );
    const timed = phrases[language]!.filter(({ key }) => TIMED.test(key));
    expect(timed.length).toBe(11);
    expect(found(timed, ({ words }) => !words.includes('{time}'))).toEqual([]);
  });
});

it('describes the page in one sentence that names every game and counts none', () => {
  const { index, manifest } = {
    index: Object.values(import.meta.glob('../../index.html', { eager: true, query: '?raw', import: 'default' }))[0],
    manifest: Object.values(
      import.meta.glob('../../public/manifest.webmanifest', { eager: true, query: '?raw', import: 'default' }),
    )[0],
  } as { index: string; manifest: string };
  // One meta tag holds the description both for search engines and for the preview of a shared link.
  const described = /<meta name="description" property="og:description" content="([^"]+)"/.exec(index)?.[1] ?? '';
  const motto = phrases.en!.find(({ key }) => key === 'motto')!.words.replace(/\.$/, '');
  // The games have the same names in every language.
  const titles = [...new Set(phrases.en!.filter((one) => one.key === 'title' && one.game).map((one) => one.words))];
  expect(titles.length).toBeGreaterThan(4);
  expect(described).toBe(`${motto}, in your browser and without an account: ${titles.sort().join(', ')}.`);
  expect(JSON.parse(manifest).description).toBe(described);
});
