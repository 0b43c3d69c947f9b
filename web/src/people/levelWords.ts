import type { T } from '../i18n/words';

/** How a bot of a level plays: "as at the club". */
export const levelWords = (level: string, t: T): string => (t.has(`level.${level}`) ? t(`level.${level}`) : level);
