/** Returns whether the browser cannot store the page, so that the page does not open without its server: browsers have
 * service workers only at https addresses and at localhost. */
export const notStored = (): boolean => !isSecureContext;
