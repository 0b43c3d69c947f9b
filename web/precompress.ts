// Makes compressed copies of every file of the page during the build. So the server need not compress anything.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesIn } from './keptFiles.ts';

/** The endings of the copies' names, and the functions that make the copies as small as possible. */
const CODINGS = [
  ['.br', (content: Uint8Array) => promisify(brotliCompress)(content, { params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  } })],
  ['.gz', (content: Uint8Array) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
] as const;

/** Writes the compressed copies of the files in a folder and its subfolders. If a copy saves less than a tenth, it is
 * not written. Pictures are an example. */
export async function precompress(folder: string): Promise<void> {
  await Promise.all(filesIn(folder).flatMap(([name, content]) => CODINGS.map(async ([ending, compress]) => {
    const copy = await compress(content as Uint8Array);
    if (copy.length < 0.9 * content.length) writeFileSync(join(folder, name + ending), copy);
  })));
}
