import { signal } from '@preact/signals';

/** True if the browser stores no cookie for this address: then the server treats each request as that of a stranger. */
export const noCookie = signal(false);
