// The mark in this browser which says that something is stored on the device. Without it the card room need not be
// loaded.

const KEY = 'cardroom.device';

/** Returns whether tables were made on this device. */
export const hasDeviceTables = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

export function markDeviceTables(exist: boolean): void {
  try {
    if (exist) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    /* a private window stores nothing */
  }
}
