// The records of finished games go to the server, one after the other: a file has a largest size, and what has arrived
// need not be sent again when the next one fails. Each says that no server has seen its match (docs/records.md).

import { askedOf, refused } from '../net/api';
import { bring } from '../net/recordsApi';
import type { Backend } from '../net/backend';
import { OFFLINE } from '../net/recordOrigin';
import type { TableLine } from '../net/protocol';

/** A record that says that its match was played without a server. Nothing else in it changes. */
export const marked = (record: string): string =>
  record.trimEnd().replace(/\}$/, `,"origin":${JSON.stringify(OFFLINE)}}`);

/** `uploaded` is called with each game whose record the server has stored. Returns the number of records. */
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
