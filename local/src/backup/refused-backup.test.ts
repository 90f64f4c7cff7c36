import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readIdentity } from '../processes/process-identity.ts';
import { backUp } from './back-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-refused-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'data-'));
  file = join(dataDir, 'backups/a.tar.zst');
  writeFileSync(join(dataDir, 'secrets.json'), '{}');
});

const attempt = () => backUp({ settings: { dataDir, databaseUrl: null, port: 1 }, file, passphrase: null });

test('without DATABASE_URL, a data folder that has no database of its own is refused', async () => {
  await expect(attempt()).rejects.toThrow('set DATABASE_URL to the one that this Portage is started with');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test('what another backup is writing under the same name is left alone', async () => {
  mkdirSync(join(dataDir, 'backups'));
  writeFileSync(`${file}.partial`, 'theirs');
  await expect(attempt()).rejects.toThrow(`${file}.partial exists already`);
  expect(readFileSync(`${file}.partial`, 'utf8')).toBe('theirs');
});

test('of two backups that remove the same leftover at once, the later one wins and the other one leaves it alone', async () => {
  const attempted = attempt();
  const note = join(dataDir, 'backups/.working/backup.json');
  const theirs = JSON.stringify({ ...readIdentity(process.ppid), partial: join(dataDir, 'theirs') });
  writeFileSync(note, theirs);
  await expect(attempted).rejects.toThrow(`Another backup of ${dataDir} is running (process ${process.ppid})`);
  expect(readFileSync(note, 'utf8')).toBe(theirs);
});
