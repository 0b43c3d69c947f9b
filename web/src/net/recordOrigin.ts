/** The value of `origin` in the record of a match that a page played without a server (docs/bots/records.md). */
export const OFFLINE = 'offline, unverified';
