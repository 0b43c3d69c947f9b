// Every file of the page has compressed copies beside it, made by the build: nothing is compressed when it is asked for.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesIn } from './keptFiles.ts';

/** How the names of the copies end, and how they are made: as small as it gets. */
const CODINGS = [
  ['.br', (content: Uint8Array) => promisify(brotliCompress)(content, { params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  } })],
  ['.gz', (content: Uint8Array) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
] as const;

/** Writes the copies of the files in a folder and its subfolders. One that saves less than a tenth, as that of a picture, is left out. */
export async function precompress(folder: string): Promise<void> {
  await Promise.all(filesIn(folder).flatMap(([name, content]) => CODINGS.map(async ([ending, compress]) => {
    const copy = await compress(content as Uint8Array);
    if (copy.length < 0.9 * content.length) writeFileSync(join(folder, name + ending), copy);
  })));
}
