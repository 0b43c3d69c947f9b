/** What the key `origin` of a record says whose match a page played without a server (docs/records.md). */
export const OFFLINE = 'offline, unverified';
