import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const TEXT = /\.(js|css|html|json|svg|wasm|txt)$/;
/** Below this the header costs more than compression saves. */
const MIN_BYTES = 512;
/** The best level takes seconds per megabyte: worth it for what every page loads, not for an editor's megabytes. */
const BEST_LEVEL_UP_TO_BYTES = 700_000;

/** Writes `<file>.br` next to every text file that compression makes smaller. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const compressed = await brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: content.length > BEST_LEVEL_UP_TO_BYTES ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  if (compressed.length < content.length) await writeFile(`${file}.br`, compressed);
}
