import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { StartError } from '../start-error.ts';

/** The last entry, as `sha256sum` writes it. Without it, the archive was cut off. */
const HASHES = 'SHA256SUMS';
/** A second of work for each guess of a passphrase. */
const SCRYPT_LOG_N = 18;
const AGE_HEADER = 'age-encryption.org/';
/** `a/b/c` of plain names. Anything else, such as `../x`, `/x` or `C:x`, is from no backup. */
const ENTRY_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@=+-][\w.@=+ -]{0,254}(?:\/[\w.@=+-][\w.@=+ -]{0,254}){0,15}$/;

export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
  addFile(name: string, path: string, size: number): Promise<void>;
  /** Resolves when the whole file is on disk. */
  finish(): Promise<void>;
}

/**
 * Writes a new file: a tar compressed with zstd and, given a passphrase, encrypted with age. `age`, `zstd` and `tar` also open it.
 *
 * @throws what the file system reports, from whichever call comes next
 */
export function writeArchive(file: string, passphrase: string | null, scryptLogN = SCRYPT_LOG_N): ArchiveWriter {
  const tar = pack();
  const hashes: string[] = [];
  const names = new Set<string>();
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // flush: on disk before it is closed.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const written = writeThrough();
  let failure: unknown = null;
  written.catch((error: unknown) => {
    failure = error;
    tar.destroy();
  });

  async function writeThrough(): Promise<void> {
    if (passphrase === null) return pipeline(Readable.from(tar), compressed, output);
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(scryptLogN);
    const compressing = pipeline(Readable.from(tar), compressed);
    await Promise.all([compressing, pipeline(fromWebStream(await encrypter.encrypt(toWebStream(compressed))), output)]);
  }

  async function addEntry(name: string, size: number, body: Readable): Promise<void> {
    if (!ENTRY_NAME.test(name)) throw new StartError(`${name} can't be backed up: its name has unusual characters.`);
    if (names.has(name.toLowerCase())) throw new StartError(`${name} can't be backed up: another name differs from it only by case.`);
    names.add(name.toLowerCase());
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
        pipeline(body, hashed, entry).catch(reject);
      });
    } catch (error) {
      throw failure ?? error;
    }
    hashes.push(`${hash.digest('hex')}  ${name}\n`);
  }

  const add = (name: string, content: Uint8Array) => addEntry(name, content.length, Readable.from([content]));
  return {
    add,
    addFile: (name, path, size) => addEntry(name, size, createReadStream(path)),
    async finish() {
      await add(HASHES, Buffer.from(hashes.join('')));
      tar.finalize();
      await written;
    },
  };
}

export function isEncrypted(file: string): boolean {
  const start = Buffer.alloc(AGE_HEADER.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === AGE_HEADER;
}

/**
 * Reads an archive from beginning to end. `onEntry` consumes the body. What it has read is proven whole only when this resolves.
 *
 * @throws StartError if the passphrase is wrong or the file is damaged, cut off or no archive of `writeArchive`
 */
export async function readArchive(
  file: string,
  passphrase: string | null,
  onEntry: (name: string, body: Readable) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const hashes: string[] = [];
  const names = new Set<string>();
  let expected: string | null = null;
  const source = await openSource(file, passphrase);
  const feeding = pipeline(source, createZstdDecompress(), tar);
  // The loop below reports it.
  feeding.catch(() => {});
  let failure: unknown = null;
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (expected !== null || type !== 'file' || !ENTRY_NAME.test(name) || names.has(name.toLowerCase())) throw damaged(file);
      names.add(name.toLowerCase());
      const hash = createHash('sha256');
      const body = Readable.from(hashing(entry, hash, file));
      if (name === HASHES) {
        expected = Buffer.concat(await body.toArray()).toString();
        continue;
      }
      await onEntry(name, body).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      hashes.push(`${hash.digest('hex')}  ${name}\n`);
    }
    await feeding;
  } catch (error) {
    throw error === failure || error instanceof StartError ? error : damaged(file, error);
  }
  if (expected !== hashes.join('')) throw damaged(file);
}

async function* hashing(entry: AsyncIterable<unknown>, hash: Hash, file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of entry) {
      if (!(chunk instanceof Uint8Array)) continue;
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw damaged(file, error);
  }
}

/** The library takes streams as browsers have them. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      source.destroy();
    },
  });
}

function fromWebStream(source: ReadableStream<Uint8Array>): Readable {
  const reader = source.getReader();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  }
  return Readable.from(chunks());
}

async function openSource(file: string, passphrase: string | null): Promise<Readable> {
  const stored = createReadStream(file);
  if (!isEncrypted(file)) return stored;
  if (passphrase === null) throw new StartError(`${file} is encrypted: it needs its passphrase.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWebStream(await decrypter.decrypt(toWebStream(stored)));
  } catch (error) {
    stored.destroy();
    throw new StartError(`The passphrase doesn't open ${file}, or the file is damaged.`, { cause: error });
  }
}

function damaged(file: string, cause?: unknown): StartError {
  return new StartError(`${file} is damaged or isn't a backup of Portage. Nothing was changed.`, { cause });
}
