/** True if the browser cannot store the page, so that it does not open without its server: browsers have service
 * workers only at addresses with https, and at localhost. */
export const notStored = (): boolean => !isSecureContext;
