import { signal } from '@preact/signals';

/** True if the browser stores no cookie for this address. Then every request comes from a stranger to the server. */
export const noCookie = signal(false);
