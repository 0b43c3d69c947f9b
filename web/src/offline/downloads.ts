// Files of this card room: nothing is at the address of a link to them, so they are made here.

import { askedOf, refused } from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { type Backend, isOnDevice } from '../net/backend';
import { shellWords } from '../i18n/load';
import { translator } from '../i18n/words';
import { language } from '../ui/settings';
import { toast } from '../ui/toast';

/** A link to a table or a record of this device becomes a file when it is used. */
export function linksBecomeFiles(device: Backend): void {
  addEventListener('click', (e) => {
    const link = (e.target as Element).closest?.('a[download]');
    if (!(link instanceof HTMLAnchorElement)) return;
    const path = /^\/api\/v1\/((?:tables|records)\/([^/?]+).*)/.exec(link.getAttribute('href') ?? '');
    if (!path || !isOnDevice(path[2]!)) return;
    e.preventDefault();
    void download(device, path[1]!, link.download);
  });
}

/** Makes a file of an answer, or of what `become` makes of it; if there is none, says why. */
export async function download(
  device: Backend,
  path: string,
  name: string,
  become = (answer: Blob): Blob | Promise<Blob> => answer,
): Promise<void> {
  try {
    const answer = await askedOf(device, path, { method: 'GET' });
    if (!answer.ok) throw await refused(answer);
    save(await become(await answer.blob()), name);
  } catch (error) {
    const lists = await shellWords(language.value, true);
    toast(errorWords(error, translator(language.value, ...lists)));
  }
}

/** Saves a file where the browser saves what is downloaded. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it after this turn of the loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
