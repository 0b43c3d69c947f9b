// The words of the page, with numbers and plurals. For each language, the page and every game have one JSON file.

/** A phrase, or its plural forms, among which the parameter `n` chooses. */
export type Phrase = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Words = Record<string, Phrase>;
export type Params = Record<string, string | number>;

export interface T {
  (key: string, params?: Params): string;
  /** Returns whether a phrase has this key. */
  has(key: string): boolean;
  /** Returns a number for reading, with a true minus sign. */
  num(n: number): string;
  /** Returns a number with its sign: +20, −10, 0. */
  signed(n: number): string;
  /** Returns a person’s name for reading. A person without a name is called a guest in the reader’s language. */
  person(name: string): string;
  readonly language: string;
}

const MINUS = '\u2212';

/** The letters of right-to-left scripts, and the characters that only change the direction of text. */
const RIGHT_TO_LEFT =
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** Isolates a name in a sentence if it contains right-to-left letters, which would reverse the words around it. */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** Replaces the French « de » before a name that begins with a vowel, as in « d’Eda ». */
const elided = (text: string, language: string, params: Params): string =>
  language === 'fr'
    ? text.replace(/\b([Dd])e \{(\w+)\}/g, (whole, d: string, name: string) =>
        /^[aeiouyœæàâäéèêëîïôöùûü]/i.test(String(params[name] ?? '')) ? `${d}’{${name}}` : whole,
      )
    : text;

/** Creates a translator for word lists. The first list that has a key wins. If none has it, the translator returns the
 * key itself, which shows what is missing. */
export function translator(language: string, ...lists: readonly Words[]): T {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language, { useGrouping: 'min2' as never });
  const num = (n: number) => number.format(n).replace('-', MINUS);
  const find = (key: string) => lists.find((words) => key in words)?.[key];
  const person = (name: string) =>
    isolated(name.replace(/^Guest(?=$| \d+$)/, (guest) => String(find('seat.guest') ?? guest)));
  const t = (key: string, params: Params = {}): string => {
    const phrase = find(key);
    if (phrase === undefined) return key;
    const n = params['n'];
    const text = typeof phrase === 'string' ? phrase : (phrase[plural.select(Number(n ?? 0))] ?? phrase.other ?? key);
    return elided(text, language, params).replace(/\{(\w+)\}/g, (_, blank: string) => {
      const value = params[blank];
      return value === undefined ? `{${blank}}` : typeof value === 'number' ? num(value) : person(value);
    });
  };
  return Object.assign(t, {
    has: (key: string) => find(key) !== undefined,
    num,
    signed: (n: number) => (n > 0 ? `+${num(n)}` : num(n)),
    person,
    language,
  });
}
