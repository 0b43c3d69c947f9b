import { signal } from '@preact/signals';

/** True if the browser stores no cookie for this address: its server takes each request for that of a stranger. */
export const noCookie = signal(false);
