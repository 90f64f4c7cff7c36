import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POSTGRES_USER, startServer, stopServer } from '../postgres/cluster.ts';
import { findFreePort } from '../postgres/free-port.ts';
import { applyMigrations, readJournal } from '../postgres/migrate.ts';
import { openDataFolder } from '../start/data-folder.ts';
import { takeInstanceLock } from '../start/instance-lock.ts';
import { copyClusterTemplate, TEST_PASSWORD } from '../testing/cluster-template.ts';
import { readArchive, writeArchive } from './archive.ts';
import { backUp } from './back-up.ts';
import { openInstant } from './database-rows.ts';
import { restore } from './restore.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;
const folder = mkdtempSync(join(tmpdir(), 'portage-backup-test-'));
const source = join(folder, 'source');
const backup = join(folder, 'backup.tar.zst');
const settings = (dataDir: string) => ({ dataDir, databaseUrl: null, port: 1 });

async function inDatabase<Result>(dataDir: string, work: (client: pg.Client, url: string) => Promise<Result>): Promise<Result> {
  const port = await findFreePort();
  const server = await startServer({ dataDir: join(dataDir, 'postgres'), port });
  const url = `postgres://${POSTGRES_USER}:${TEST_PASSWORD}@127.0.0.1:${port}/postgres`;
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return await work(client, url);
  } finally {
    await client.end();
    await stopServer(server);
  }
}

/** A data folder whose files and database say who it is. */
async function makeData(dataDir: string, name: string): Promise<void> {
  openDataFolder(dataDir);
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ databasePassword: TEST_PASSWORD, tokenSecret: name }));
  mkdirSync(join(dataDir, 'objects/do'), { recursive: true });
  for (const file of ['run.sqlite', 'run.sqlite-wal', 'run.sqlite-shm']) writeFileSync(join(dataDir, 'objects/do', file), name);
  writeFileSync(join(dataDir, 'logs/workers.log'), name);
  await copyClusterTemplate(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres/initialised'), '');
  await inDatabase(dataDir, async (client, url) => {
    await applyMigrations(url);
    await client.query('CREATE TABLE of_another_program (id int)');
    await client.query('INSERT INTO audit_log (at, action) VALUES (now(), $1)', [`${name}\n\\N\ttab`]);
  });
}

const actions = (dataDir: string) => inDatabase(dataDir, async (client) => (await client.query('SELECT id, action FROM audit_log')).rows);

beforeAll(async () => {
  await makeData(source, 'first');
  await backUp({ settings: settings(source), file: backup, passphrase: null });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup of a Portage that is not running', () => {
  test('has its files and rows, but nothing of this process, no logs, and no tables of other programs', async () => {
    const names: string[] = [];
    await readArchive(backup, null, async (name, body) => {
      names.push(name);
      await body.resume().toArray();
    });
    expect(names[0]).toBe('backup.json');
    expect(names.filter((name) => name.startsWith('files/'))).toEqual([
      'files/objects/do/run.sqlite',
      'files/objects/do/run.sqlite-wal',
      'files/secrets.json',
    ]);
    expect(names).toContain('database/audit_log/000000.copy');
    expect(names.join()).not.toContain('of_another_program');
    expect(readdirSync(join(source, 'backups'))).toEqual([]);
  });

  test('never overwrites a file, and needs data', async () => {
    await expect(backUp({ settings: settings(source), file: backup, passphrase: null })).rejects.toThrow('exists already');
    const nothing = { settings: settings(join(folder, 'nothing')), file: join(folder, 'b'), passphrase: null };
    await expect(backUp(nothing)).rejects.toThrow('There is nothing to back up');
  });
});

test('an instant that is taken again, because workerd was replaced meanwhile, has the rows written since', async () => {
  await inDatabase(source, async (client, url) => {
    const instant = await openInstant(url);
    const read = async () => {
      const pieces: Buffer[] = [];
      for await (const piece of instant.rows({ name: 'of_another_program', columns: ['id'] })) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    };
    await instant.hold();
    await client.query('INSERT INTO of_another_program VALUES (1)');
    expect(await read()).toBe('');
    await instant.hold();
    expect(await read()).toBe('1\n');
    await instant.close();
  });
});

test('a table that a migration makes between the beginning and the instant is in the backup', async () => {
  await inDatabase(source, async (client, url) => {
    await client.query('ALTER TABLE audit_log RENAME TO later');
    const instant = await openInstant(url);
    await client.query('ALTER TABLE later RENAME TO audit_log');
    await instant.hold();
    expect((await instant.describe()).tables.map(({ name }) => name)).toContain('audit_log');
    await instant.close();
  });
});

describe('a restore', () => {
  test('makes an empty folder what the backup was: files, rows with odd characters, and numbers that continue', async () => {
    const dataDir = join(folder, 'empty');
    await restore({ settings: settings(dataDir), file: backup, passphrase: null, replace: false });
    expect(readFileSync(join(dataDir, 'objects/do/run.sqlite'), 'utf8')).toBe('first');
    expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({ tokenSecret: 'first' });
    expect(await actions(dataDir)).toEqual([{ id: '1', action: 'first\n\\N\ttab' }]);
    const added = await inDatabase(dataDir, (client) =>
      client.query("INSERT INTO audit_log (at, action) VALUES (now(), 'later') RETURNING id"),
    );
    expect(added.rows).toEqual([{ id: '2' }]);
    expect(readdirSync(dataDir).filter((name) => /restor|running/.test(name))).toEqual([]);
  });

  test('refuses a folder with data, a damaged file and a newer backup, and changes nothing', async () => {
    const dataDir = join(folder, 'used');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secrets.json'), 'mine');
    const damaged = join(folder, 'damaged');
    const bytes = readFileSync(backup);
    writeFileSync(damaged, bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 8));
    const newer = join(folder, 'newer');
    const archive = writeArchive(newer, null);
    const database = { migrations: [...readJournal().map(({ when }) => when), 9_999_999_999_999], tables: [], sequences: [], bytes: 0 };
    const description = { format: 1, createdAt: new Date(0).toISOString(), database, fileBytes: 0 };
    await archive.add('backup.json', Buffer.from(JSON.stringify(description)));
    await archive.finish();
    const attempt = (file: string, replace: boolean) => restore({ settings: settings(dataDir), file, passphrase: null, replace });
    await expect(attempt(backup, false)).rejects.toThrow('has data already');
    await expect(attempt(damaged, true)).rejects.toThrow('is damaged');
    await expect(attempt(newer, true)).rejects.toThrow('was made by a newer Portage');
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('mine');
  });
});

const program = join(import.meta.dirname, '../testing/backup-until-step.ts');

/** @returns the number of steps; null: it was killed before its end */
function untilStep(request: object, step: number): number | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify(request), String(step)], { encoding: 'utf8' });
  if (status === null) return null;
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** Of all steps: the first, two between and the last, the same in each run. */
const KILLED_AT = [0, 0.6, 0.95, 1];
const stepAt = (share: number, steps: number) => Math.max(1, Math.ceil(share * steps));

describe('a backup killed', () => {
  const file = join(folder, 'killed.tar.zst');
  const request = { command: 'backup', settings: settings(source), file, passphrase: null };
  let steps = 0;
  beforeAll(() => {
    steps = untilStep(request, 0) ?? 0;
    expect(steps).toBeGreaterThan(20);
  });

  test.for(KILLED_AT)('after %s of its steps leaves no file or the whole one, and the next one works', async (share) => {
    rmSync(file, { force: true });
    expect(untilStep(request, stepAt(share, steps))).toBeNull();
    if (existsSync(file)) await readArchive(file, null, async (_name, body) => void (await body.resume().toArray()));
    else expect(share).toBeLessThan(1);
    rmSync(file, { force: true });
    expect(untilStep(request, 0)).toBe(steps);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

describe('a restore killed', () => {
  const old = join(folder, 'old');
  const dataDir = join(folder, 'replaced');
  const request = { command: 'restore', settings: settings(dataDir), file: backup, passphrase: null, replace: true };
  let steps = 0;
  beforeAll(async () => {
    await makeData(old, 'second');
    spawnSync('cp', ['-a', old, dataDir]);
    steps = untilStep(request, 0) ?? 0;
    expect(steps).toBeGreaterThan(20);
  });

  test.for(KILLED_AT)('after %s of its steps leaves the old data or the new', async (share) => {
    rmSync(dataDir, { recursive: true, force: true });
    spawnSync('cp', ['-a', old, dataDir]);
    expect(untilStep(request, stepAt(share, steps))).toBeNull();
    // What a start does first.
    const lock = await takeInstanceLock(join(dataDir, 'running.json'), dataDir, 1);
    openDataFolder(dataDir);
    const name = share === 0 ? 'second' : readFileSync(join(dataDir, 'objects/do/run.sqlite'), 'utf8');
    expect(['first', 'second']).toContain(name);
    expect(readFileSync(join(dataDir, 'objects/do/run.sqlite'), 'utf8')).toBe(name);
    expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({ tokenSecret: name });
    expect(await actions(dataDir)).toEqual([{ id: '1', action: `${name}\n\\N\ttab` }]);
    lock.release();
  });

  test('works when it is run again', async () => {
    expect(untilStep(request, 0)).toBeGreaterThan(20);
    expect(await actions(dataDir)).toEqual([{ id: '1', action: 'first\n\\N\ttab' }]);
  });
});
