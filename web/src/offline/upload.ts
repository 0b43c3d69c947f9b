// Uploads the records of finished games one by one, because the server limits the size of a file. After a failure, only
// the records that have not arrived are sent again. Each record says that no server has seen its match
// (docs/bots/records.md).

import { askedOf, refused } from '../net/api';
import { bring } from '../net/recordsApi';
import type { Backend } from '../net/backend';
import { OFFLINE } from '../net/recordOrigin';
import type { TableLine } from '../net/protocol';

/** Returns a record which says that its match was played without a server. Nothing else in it changes. */
export const marked = (record: string): string =>
  record.trimEnd().replace(/\}$/, `,"origin":${JSON.stringify(OFFLINE)}}`);

/** Uploads records, and calls `uploaded` for each game whose record the server has stored. Returns the number of these
 * games. */
export async function upload(
  tables: readonly TableLine[],
  device: Backend,
  uploaded: (line: TableLine) => void,
): Promise<number> {
  let count = 0;
  for (const line of tables) {
    const answer = await askedOf(device, `tables/${line.id}/record`, { method: 'GET' });
    if (!answer.ok) throw await refused(answer);
    count += (await bring(new Blob([marked(await answer.text())]))).length;
    uploaded(line);
  }
  return count;
}
