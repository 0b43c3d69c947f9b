/** Returns whether the browser cannot store the page. Then the page does not open without its server. Browsers have
 * service workers only at https addresses and at localhost. */
export const notStored = (): boolean => !isSecureContext;
