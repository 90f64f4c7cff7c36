import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialiseCluster, POSTGRES_USER, PostgresStartError, startServer, stopServer } from './cluster.ts';
import { findFreePort } from './free-port.ts';
import { clearStalePidFile, stopPostmaster } from './postmaster.ts';

export interface LocalPostgresSettings {
  dataDir: string;
  logFile: string;
  password: string;
  /** Called when the server ended by itself; it is being started again. */
  onCrash(how: string): void;
  /** Called when it cannot be brought back. */
  onGivenUp(error: Error): void;
}

export interface LocalPostgres {
  databaseUrl: string;
  /** Also true when the data folder had no cluster yet. */
  wasInitialised: boolean;
  stop(): Promise<void>;
}

const SERVER_PARAMETERS = { max_connections: '60', shared_buffers: '96MB', log_min_messages: 'warning', wal_compression: 'on' };
/** After kill -9 the backends of the dead server hold its shared memory for a moment. */
const SHARED_MEMORY_PATIENCE_MS = 15_000;
const CRASHES_BEFORE_GIVING_UP = 5;
const CRASH_WINDOW_MS = 60_000;

/** PostgreSQL in processes of its own on the data folder; comes back when it dies, on the same port. */
export async function startLocalPostgres(settings: LocalPostgresSettings): Promise<LocalPostgres> {
  const { dataDir, password } = settings;
  const isNew = !existsSync(join(dataDir, 'initialised'));
  if (isNew) {
    // Left by a first start that was killed half-way.
    rmSync(dataDir, { recursive: true, force: true });
    await initialiseCluster(dataDir, password);
    writeFileSync(join(dataDir, 'initialised'), '');
  }
  await stopPostmaster(dataDir);
  const port = await findFreePort();
  writeFileSync(settings.logFile, '');

  let stopping = false;
  let crashes: number[] = [];
  let server = await startPatiently(settings, port);
  watch(server);

  function watch(child: ChildProcess): void {
    child.once('close', (code, signal) => {
      if (!stopping) void recover(`PostgreSQL ended by itself (${signal ?? `code ${code}`})`);
    });
  }

  async function recover(how: string): Promise<void> {
    crashes = [...crashes.filter((at) => Date.now() - at < CRASH_WINDOW_MS), Date.now()];
    if (crashes.length > CRASHES_BEFORE_GIVING_UP) return settings.onGivenUp(new Error(`${how}, ${crashes.length} times in a minute.`));
    settings.onCrash(how);
    try {
      server = await startPatiently(settings, port);
      if (stopping) await stopServer(server);
      else watch(server);
    } catch (error) {
      settings.onGivenUp(error as Error);
    }
  }

  return {
    databaseUrl: `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/postgres`,
    wasInitialised: isNew,
    async stop() {
      stopping = true;
      await stopServer(server);
    },
  };
}

async function startPatiently({ dataDir, logFile }: LocalPostgresSettings, port: number): Promise<ChildProcess> {
  const deadline = Date.now() + SHARED_MEMORY_PATIENCE_MS;
  for (;;) {
    clearStalePidFile(dataDir);
    try {
      return await startServer({
        dataDir,
        port,
        parameters: SERVER_PARAMETERS,
        detached: true,
        onLog: (text) => appendFileSync(logFile, text),
      });
    } catch (error) {
      const isHeld =
        error instanceof PostgresStartError && /pre-existing shared memory block|lock file .* already exists/.test(error.message);
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}
