// Downloads from the card room in this browser. Their links have no real address, so the files are made here.

import { askedOf, refused } from '../net/api';
import { errorWords } from '../i18n/errorWords';
import { type Backend, isOnDevice } from '../net/backend';
import { shellWords } from '../i18n/load';
import { translator } from '../i18n/words';
import { language } from '../ui/settings';
import { toast } from '../ui/toast';

/** Saves a file when the reader follows a download link to a table or a record of this device. */
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

/** Saves an answer as a file, or the result of `become` if it is given. If there is no answer, shows the reason. */
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

/** Saves a file in the browser's folder for downloads. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file later, so its address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
