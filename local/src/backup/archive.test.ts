import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, describe, expect, test } from 'vitest';
import { isEncrypted, readArchive, writeArchive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const freshFile = () => join(folder, `archive-${files++}`);

async function written(contents: Record<string, string>, passphrase: string | null = null): Promise<string> {
  const file = freshFile();
  const archive = writeArchive(file, passphrase, 10);
  for (const [name, content] of Object.entries(contents)) await archive.add(name, Buffer.from(content));
  await archive.finish();
  return file;
}

async function contentsOf(file: string, passphrase: string | null = null): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  await readArchive(file, passphrase, async (name, body) => {
    contents[name] = Buffer.concat(await body.toArray()).toString();
  });
  return contents;
}

/** A copy of a file with one byte changed. */
function changed(file: string, position: number): string {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
  const copy = freshFile();
  writeFileSync(copy, bytes);
  return copy;
}

const contents = {
  'backup.json': '{}',
  'files/objects/a b.sqlite': Array.from({ length: 5_000 }, (_, row) => createHash('sha1').update(`${row}`).digest('hex')).join('\n'),
  'files/empty': '',
};

describe.for([
  ['a plain', null],
  ['an encrypted', 'correct horse'],
] as const)('%s archive', ([, passphrase]) => {
  test('gives back what was put in', async () => {
    const file = await written(contents, passphrase);
    expect(isEncrypted(file)).toBe(passphrase !== null);
    expect(await contentsOf(file, passphrase)).toEqual(contents);
  });

  test('is refused when one byte of its content was changed', async () => {
    const file = await written(contents, passphrase);
    const { length } = readFileSync(file);
    for (const position of [30, length >> 2, length >> 1]) {
      await expect(contentsOf(changed(file, position), passphrase)).rejects.toThrow(/damaged/);
    }
  });

  test('is refused when it was cut off', async () => {
    const file = await written(contents, passphrase);
    const bytes = readFileSync(file);
    for (const length of [0, 40, bytes.length >> 1, bytes.length - 2_000]) {
      const cut = freshFile();
      writeFileSync(cut, bytes.subarray(0, length));
      await expect(contentsOf(cut, passphrase)).rejects.toThrow(/damaged/);
    }
  });
});

test('an encrypted archive opens with no other passphrase, and not without one', async () => {
  const file = await written(contents, 'correct horse');
  await expect(contentsOf(file, 'correct hors')).rejects.toThrow(`The passphrase doesn't open ${file}`);
  await expect(contentsOf(file)).rejects.toThrow('it needs its passphrase');
  expect(readFileSync(file).includes('backup.json')).toBe(false);
});

async function packed(entries: { name: string; type?: 'symlink' }[]): Promise<string> {
  const file = freshFile();
  const tar = pack();
  for (const { name, type = 'file' } of entries) tar.entry({ name, type, ...(type === 'symlink' ? { linkname: '/etc/passwd' } : {}) }, '');
  tar.finalize();
  await pipeline(Readable.from(tar), createZstdCompress(), createWriteStream(file));
  return file;
}

test.for(['../x', 'files/../../x', '/etc/x', 'files//x', 'files\\..\\x', 'C:x', 'files/.', `files/${'x'.repeat(300)}`])(
  'an entry named %s is refused before it is read',
  async (name) => {
    await expect(contentsOf(await packed([{ name }]))).rejects.toThrow(/damaged/);
  },
);

test('links, two entries whose names differ only by case, and a missing list of hashes are refused', async () => {
  await expect(contentsOf(await packed([{ name: 'files/x', type: 'symlink' }]))).rejects.toThrow(/damaged/);
  await expect(contentsOf(await packed([{ name: 'files/x' }, { name: 'files/X' }]))).rejects.toThrow(/damaged/);
  await expect(contentsOf(await packed([{ name: 'files/x' }]))).rejects.toThrow(/damaged/);
});

test('two names that differ only by case are refused when they are written, too: no restore would take them', async () => {
  await expect(written({ 'files/x': '', 'files/X': '' })).rejects.toThrow('differs from it only by case');
});

test('an existing file is never overwritten', async () => {
  const file = await written(contents);
  const before = readFileSync(file);
  const archive = writeArchive(file, null);
  await expect(archive.add('x', Buffer.from('x')).then(() => archive.finish())).rejects.toThrow('EEXIST');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(file)).toBe(true);
});
