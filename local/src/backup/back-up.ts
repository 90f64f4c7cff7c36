import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { syncPath } from '../disk/write-durably.ts';
import { POSTGRES_USER } from '../postgres/cluster.ts';
import { startLocalPostgres } from '../postgres/local-postgres.ts';
import { LogFile } from '../processes/log-file.ts';
import { isRunning, type ProcessIdentity, readIdentity } from '../processes/process-identity.ts';
import { type DataFolder, openDataFolder } from '../start/data-folder.ts';
import { NOT_DATA } from '../start/finish-restore.ts';
import { readHolder, takeInstanceLock } from '../start/instance-lock.ts';
import { readSecrets } from '../start/secrets.ts';
import type { Settings } from '../start/settings.ts';
import { StartError } from '../start-error.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type DatabaseInstant, openInstant, storedDatabase } from './database-rows.ts';
import { FolderCopy } from './folder-copy.ts';
import { stopForAMoment } from './stop-for-a-moment.ts';

export const BACKUP_FORMAT = 1;
/** The first entry: enough to refuse a backup before reading the rest. */
export const backupDescription = z.object({
  format: z.number(),
  createdAt: z.iso.datetime(),
  database: storedDatabase,
  /** Bytes of all files. */
  fileBytes: z.number(),
});

/** Belongs to the running process, or is recreated at each start. */
const LEFT_OUT = [...NOT_DATA, 'postgres', 'logs', 'control.json', 'workerd.pid'];
const WORKING = join('backups', '.working');
/** Portage waits, stopped, for the database's response. */
const DATABASE_PATIENCE_MS = 10_000;

export interface BackupRequest {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'port'>;
  /** Must not exist. */
  file: string;
  /** Null: not encrypted. */
  passphrase: string | null;
  /** Called after each step. */
  onStep?(step: string): void;
}

export interface BackupResult {
  /** Of the file. */
  bytes: number;
  /** How long Portage was stopped; 0 if it wasn't running. */
  stoppedMs: number;
}

/**
 * Writes one file with everything in the data folder and the database as of one instant, while Portage runs or not.
 * Killed at any point, it leaves no file, or the whole file.
 *
 * @throws StartError
 */
export async function backUp({ settings, file, passphrase, onStep = () => {} }: BackupRequest): Promise<BackupResult> {
  const { dataDir } = settings;
  if (!existsSync(join(dataDir, 'secrets.json'))) throw new StartError(`There is nothing to back up: ${dataDir} has no data of Portage.`);
  if (existsSync(file)) throw new StartError(`${file} exists already: choose another name.`);
  const folder = openDataFolder(dataDir);
  const partial = `${file}.partial`;
  const working = await claimWorkingFolder(dataDir, partial);
  const isTaken = existsSync(partial);
  try {
    if (isTaken)
      throw new StartError(`${partial} exists already, so another backup is writing it or was killed: remove it, or choose another name.`);
    const database = await openDatabase(folder, settings);
    onStep('database opened');
    try {
      const copy = new FolderCopy(dataDir, join(working, 'files'), (path) => !LEFT_OUT.includes(path) && !path.endsWith('.sqlite-shm'));
      copy.update();
      onStep('files copied');
      const { at, stoppedMs } = await takeInstant(folder, copy, database.instant);
      onStep('instant taken');
      mkdirSync(dirname(file), { recursive: true });
      const archive = writeArchive(partial, passphrase);
      await addFiles(archive, { at, copy, folder: join(working, 'files'), instant: database.instant, onStep });
      await archive.finish();
      onStep('written');
      renameSync(partial, file);
      syncPath(dirname(file));
      onStep('named');
      return { bytes: statSync(file).size, stoppedMs };
    } finally {
      await database.close();
    }
  } finally {
    if (!isTaken) rmSync(partial, { force: true });
    rmSync(working, { recursive: true, force: true });
  }
}

/** The folder for copies. What a killed backup left is removed. @throws StartError while another backup runs */
async function claimWorkingFolder(dataDir: string, partial: string): Promise<string> {
  const working = join(dataDir, WORKING);
  const noteFile = join(working, 'backup.json');
  mkdirSync(dirname(working), { recursive: true, mode: 0o700 });
  const note = { ...readIdentity(process.pid), partial };
  for (;;) {
    let isOurs = false;
    try {
      mkdirSync(working);
      writeFileSync(noteFile, JSON.stringify(note));
      isOurs = true;
    } catch (error) {
      if (!['EEXIST', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    }
    // Two processes removed the same leftover at once, and the later one replaced the folder.
    if (isOurs) await sleep(30);
    const left = readNote<ProcessIdentity & { partial: string }>(noteFile);
    if (isOurs && JSON.stringify(left) === JSON.stringify(note)) return working;
    if (left && isRunning(left)) throw new StartError(`Another backup of ${dataDir} is running (process ${left.pid}).`);
    if (left) rmSync(left.partial, { force: true });
    rmSync(working, { recursive: true, force: true });
  }
}

interface OpenedDatabase {
  instant: DatabaseInstant;
  close(): Promise<void>;
}

/** The running Portage's database, or the one of a Portage that isn't running and can't start meanwhile. */
async function openDatabase(folder: DataFolder, settings: BackupRequest['settings']): Promise<OpenedDatabase> {
  if (!settings.databaseUrl && !existsSync(join(folder.postgres, 'initialised')))
    throw new StartError(`${folder.root} has no database: set DATABASE_URL to the one that this Portage is started with.`);
  const { databasePassword: password } = readSecrets(folder.secretsFile);
  const holder = readHolder(folder.lockFile);
  if (holder && isRunning(holder)) {
    const instant = await openInstant(settings.databaseUrl ?? runningDatabaseUrl(folder, password)).catch((error: Error) => {
      throw new StartError(`The database of the running Portage can't be read: ${error.message}`, { cause: error });
    });
    return { instant, close: () => instant.close() };
  }
  const lock = await takeInstanceLock(folder.lockFile, folder.root, settings.port);
  try {
    const postgres = settings.databaseUrl ? null : await startOwnPostgres(folder, password);
    const instant = await openInstant(settings.databaseUrl ?? postgres?.databaseUrl ?? '');
    return {
      instant,
      async close() {
        await instant.close();
        await postgres?.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function startOwnPostgres(folder: DataFolder, password: string) {
  return startLocalPostgres({
    dataDir: folder.postgres,
    log: new LogFile(join(folder.logs, 'postgres.log')),
    password,
    onCrash: () => {},
    onFailing: () => {},
  });
}

function runningDatabaseUrl({ postgres }: DataFolder, password: string): string {
  const port = readFileSync(join(postgres, 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/postgres`;
}

/** Takes the files and the database at one instant. */
async function takeInstant(folder: DataFolder, copy: FolderCopy, instant: DatabaseInstant): Promise<{ at: Date; stoppedMs: number }> {
  const take = async () => {
    const at = new Date();
    copy.update();
    await Promise.race([instant.hold(), failLate()]);
    return { at, stoppedMs: Date.now() - at.getTime() };
  };
  const portage = readHolder(folder.lockFile);
  if (!portage || portage.pid === process.pid) return { ...(await take()), stoppedMs: 0 };
  if (process.platform === 'win32') throw new StartError('On Windows, stop Portage before a backup.');
  return stopForAMoment(portage, () => readNote<ProcessIdentity>(folder.workerdPidFile), take);
}

async function failLate(): Promise<never> {
  await sleep(DATABASE_PATIENCE_MS, null, { ref: false });
  throw new StartError('The database no longer responds: try again. Portage continues.');
}

interface Content {
  at: Date;
  copy: FolderCopy;
  folder: string;
  instant: DatabaseInstant;
  onStep(step: string): void;
}

async function addFiles(archive: ArchiveWriter, { at, copy, folder, instant, onStep }: Content): Promise<void> {
  const files = copy.files();
  const database = await instant.describe();
  const fileBytes = files.reduce((sum, { size }) => sum + size, 0);
  const description: z.infer<typeof backupDescription> = {
    format: BACKUP_FORMAT,
    createdAt: at.toISOString(),
    database,
    fileBytes,
  };
  await archive.add('backup.json', Buffer.from(JSON.stringify(description, null, 2)));
  for (const { path, size } of files) {
    await archive.addFile(`files/${path.replaceAll('\\', '/')}`, join(folder, path), size);
    onStep(`added ${path}`);
  }
  for (const table of database.tables) {
    let piece = 0;
    for await (const rows of instant.rows(table)) {
      await archive.add(`database/${table.name}/${String(piece).padStart(6, '0')}.copy`, rows);
      piece += 1;
    }
    onStep(`added table ${table.name}`);
  }
}

function readNote<Note>(file: string): Note | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Note;
  } catch {
    return null;
  }
}
