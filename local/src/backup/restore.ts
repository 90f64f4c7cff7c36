import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { moveFolderDurably, writeDurably } from '../disk/write-durably.ts';
import { initialiseCluster, POSTGRES_USER, startServer, stopServer } from '../postgres/cluster.ts';
import { findFreePort } from '../postgres/free-port.ts';
import { applyMigrations, readJournal } from '../postgres/migrate.ts';
import { stopPostmaster } from '../postgres/postmaster.ts';
import { openDataFolder } from '../start/data-folder.ts';
import { finishRestore, NOT_DATA, RESTORED, RESTORING } from '../start/finish-restore.ts';
import { guardOrphans } from '../start/guard-orphans.ts';
import { takeInstanceLock } from '../start/instance-lock.ts';
import { readSecrets } from '../start/secrets.ts';
import type { Settings } from '../start/settings.ts';
import { StartError } from '../start-error.ts';
import { readArchive } from './archive.ts';
import { BACKUP_FORMAT, backupDescription } from './back-up.ts';
import { type RowsLoading, type StoredDatabase, startLoading } from './database-rows.ts';

/** Nobody else uses this server, and its files are synced once at the end. */
const LOADING_PARAMETERS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  shared_buffers: '128MB',
  maintenance_work_mem: '128MB',
};

export interface RestoreRequest {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'port'>;
  file: string;
  passphrase: string | null;
  /** Data in the folder is replaced. */
  replace: boolean;
  /** Called after each step. */
  onStep?(step: string): void;
}

/**
 * Makes a data folder what it was at the instant of a backup. Killed at any point, it leaves the old data or the new.
 *
 * @returns the instant
 * @throws StartError; nothing has changed then
 */
export async function restore({ settings, file, passphrase, replace, onStep = () => {} }: RestoreRequest): Promise<Date> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl)
    throw new StartError('A restore fills the PostgreSQL that comes with Portage: unset DATABASE_URL, here and for the start.');
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  mkdirSync(dataDir, { recursive: true });
  const lock = await takeInstanceLock(join(dataDir, 'running.json'), dataDir, settings.port);
  const staging = join(dataDir, RESTORING);
  try {
    const hasData = readdirSync(dataDir).some((name) => !NOT_DATA.includes(name));
    if (hasData && !replace)
      throw new StartError(`${dataDir} has data already: choose another folder with --data, or replace its data with --replace.`);
    await removeStaging(staging);
    const staged = new Staged(staging, file, onStep);
    try {
      await readArchive(file, passphrase, (name, body) => staged.take(name, body));
      await staged.complete();
    } finally {
      await staged.close();
    }
    onStep('complete');
    moveFolderDurably(staging, join(dataDir, RESTORED));
    onStep('committed');
    finishRestore(dataDir, onStep);
    return staged.createdAt;
  } finally {
    await removeStaging(staging);
    lock.release();
  }
}

async function removeStaging(staging: string): Promise<void> {
  await stopPostmaster(join(staging, 'postgres'), 'immediate');
  rmSync(staging, { recursive: true, force: true });
}

/** A data folder that is being made from an archive. */
class Staged {
  createdAt = new Date(0);
  readonly #root: string;
  readonly #file: string;
  readonly #onStep: (step: string) => void;
  #database: StoredDatabase | null = null;
  #loading: RowsLoading | null = null;
  #stopServer: () => Promise<void> = async () => {};

  constructor(root: string, file: string, onStep: (step: string) => void) {
    this.#root = root;
    this.#file = file;
    this.#onStep = onStep;
  }

  async take(name: string, body: Readable): Promise<void> {
    const [kind, ...path] = name.split('/');
    if (name === 'backup.json') this.#describe(Buffer.concat(await body.toArray()).toString());
    else if (kind === 'files' && this.#database) await this.#addFile(path.join('/'), body);
    else if (kind === 'database') await this.#addRows(path[0] ?? '', body);
    else throw this.#damaged();
    this.#onStep(`took ${name}`);
  }

  /** The server stops in order, so that its files are whole without its log. */
  async complete(): Promise<void> {
    // A database without a single row.
    await this.#open();
    await this.#loading?.commit();
  }

  async close(): Promise<void> {
    await this.#loading?.close();
    await this.#stopServer();
  }

  #describe(text: string): void {
    const { format } = backupDescription.pick({ format: true }).parse(JSON.parse(text));
    if (format > BACKUP_FORMAT) throw this.#newer();
    const { createdAt, database, fileBytes } = backupDescription.parse(JSON.parse(text));
    const known = readJournal().map(({ when }) => when);
    if (database.migrations.some((when) => !known.includes(when))) throw this.#newer();
    openDataFolder(this.#root);
    const { bavail, bsize } = statfsSync(this.#root);
    const needed = fileBytes + database.bytes;
    if (needed > bavail * bsize) {
      throw new StartError(`The disk has ${toMegabytes(bavail * bsize)} MB left; the backup needs ${toMegabytes(needed)} MB.`);
    }
    this.createdAt = new Date(createdAt);
    this.#database = database;
  }

  async #addFile(path: string, body: Readable): Promise<void> {
    const target = join(this.#root, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(body, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  }

  async #addRows(name: string, body: Readable): Promise<void> {
    const table = this.#database?.tables.find((candidate) => candidate.name === name);
    if (!table) throw this.#damaged();
    const loading = await this.#open();
    await loading.load(table, body);
  }

  /** Files come before rows, so the database's password is there. */
  async #open(): Promise<RowsLoading> {
    if (this.#loading) return this.#loading;
    if (!this.#database) throw this.#damaged();
    const { databasePassword } = readSecrets(join(this.#root, 'secrets.json'));
    const dataDir = join(this.#root, 'postgres');
    await initialiseCluster(dataDir, databasePassword, { isSynced: false });
    const port = await findFreePort();
    const guard = guardOrphans({ workerdPidFile: '', postgres: dataDir });
    const server = await startServer({ dataDir, port, parameters: LOADING_PARAMETERS, detached: true });
    this.#stopServer = async () => {
      await stopServer(server);
      guard.stop();
    };
    writeDurably(join(dataDir, 'initialised'), '');
    this.#onStep('database made');
    const databaseUrl = `postgres://${POSTGRES_USER}:${databasePassword}@127.0.0.1:${port}/postgres`;
    await applyMigrations(databaseUrl, { only: new Set(this.#database.migrations) });
    this.#onStep('database migrated');
    this.#loading = await startLoading(databaseUrl, this.#database);
    return this.#loading;
  }

  #damaged(): StartError {
    return new StartError(`${this.#file} is damaged or isn't a backup of Portage. Nothing was changed.`);
  }

  #newer(): StartError {
    return new StartError(`${this.#file} was made by a newer Portage: update this one first. Nothing was changed.`);
  }
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
