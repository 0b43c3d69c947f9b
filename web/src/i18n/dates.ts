// Dates and times. If the browser's locale has the language of the page, they have the form of this locale. Otherwise
// they have a usual form.

/** The locales that are used if the browser's language differs from the page's. Dates have the day before the month,
 * and times have 24 hours. */
const USUAL: Record<string, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE' };

/** Returns the locale for dates on a page in `language`, for a reader whose browser asks for `asked`. */
export const localeOf = (language: string, asked: readonly string[] = navigator.languages): string =>
  asked.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? USUAL[language] ?? language;

const format = (
  language: string,
  date: string | Date,
  options: Intl.DateTimeFormatOptions,
  asked?: readonly string[],
): string => new Intl.DateTimeFormat(localeOf(language, asked), options).format(new Date(date));

/** Returns a date such as "22 November 2026". `utc`: true if the date is a day that is the same everywhere on earth. */
export const dayOf = (language: string, date: string | Date, utc = false, asked?: readonly string[]): string =>
  format(language, date, { dateStyle: 'long', ...(utc ? { timeZone: 'UTC' } : {}) }, asked);

/** Returns a date such as "Sunday 22 November". */
export const weekdayOf = (language: string, date: string | Date, asked?: readonly string[]): string =>
  format(language, date, { weekday: 'long', day: 'numeric', month: 'long' }, asked);

/** Returns a time such as "14:32", in German "14:32 Uhr". */
export const timeOf = (language: string, date: string | Date, asked?: readonly string[]): string => {
  const time = format(language, date, { timeStyle: 'short' }, asked);
  return language === 'de' ? `${time} Uhr` : time;
};

/** Returns the time since `date`, such as "5 minutes ago" or "yesterday"; '' if the date is invalid. */
export function agoOf(language: string, date: string, now = Date.now(), asked?: readonly string[]): string {
  const minutes = Math.round((new Date(date).getTime() - now) / 60_000);
  if (Number.isNaN(minutes)) return '';
  const relative = new Intl.RelativeTimeFormat(localeOf(language, asked), { numeric: 'auto' });
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -60 * 24) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}
