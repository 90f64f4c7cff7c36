import type { ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@portage/primitives/durations';
import { writeDurably } from '../disk/write-durably.ts';
import { persistently } from '../processes/persistently.ts';
import { initialiseCluster, POSTGRES_USER, PostgresStartError, startServer, stopServer } from './cluster.ts';
import { findFreePort } from './free-port.ts';
import { clearStalePidFile, stopPostmaster } from './postmaster.ts';

export interface LocalPostgresSettings {
  dataDir: string;
  log: { append(text: string): void };
  password: string;
  /** Called when the server ended by itself; it is being restarted. */
  onCrash(how: string): void;
  /** Called with the server's own reason when it doesn't come back. More attempts follow. */
  onFailing(reason: string): void;
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
/** A server that keeps dying soon after it starts is restarted less often. */
const CRASHES_IN_A_ROW = 5;
const CRASH_WINDOW_MS = MINUTE_MS;
const CRASH_PAUSE_MS = 10_000;

/** Runs PostgreSQL on the data folder, in its own processes. It restarts on the same port when it dies. */
export async function startLocalPostgres(settings: LocalPostgresSettings): Promise<LocalPostgres> {
  const { dataDir, password } = settings;
  const isNew = !existsSync(join(dataDir, 'initialised'));
  if (isNew) {
    // Left by a first start that was killed halfway.
    rmSync(dataDir, { recursive: true, force: true });
    await initialiseCluster(dataDir, password);
    writeDurably(join(dataDir, 'initialised'), '');
  }
  await stopPostmaster(dataDir);
  const port = await findFreePort();

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
    settings.onCrash(how);
    if (crashes.length > CRASHES_IN_A_ROW) await sleep(CRASH_PAUSE_MS);
    const started = await persistently({
      attempt: () => startPatiently(settings, port),
      onFailure: (reason) => settings.onFailing(reason),
      isStopping: () => stopping,
    });
    if (!started) return;
    server = started;
    if (stopping) await stopServer(server);
    else watch(server);
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

async function startPatiently({ dataDir, log }: LocalPostgresSettings, port: number): Promise<ChildProcess> {
  const deadline = Date.now() + SHARED_MEMORY_PATIENCE_MS;
  for (;;) {
    clearStalePidFile(dataDir);
    try {
      return await startServer({
        dataDir,
        port,
        parameters: SERVER_PARAMETERS,
        detached: true,
        onLog: (text) => log.append(text),
      });
    } catch (error) {
      const isHeld =
        error instanceof PostgresStartError && /pre-existing shared memory block|lock file .* already exists/.test(error.message);
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}
