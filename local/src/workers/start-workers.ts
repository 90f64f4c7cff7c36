import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Log, LogLevel, Miniflare, type Request as MiniflareRequest, type Response as MiniflareResponse } from 'miniflare';
import { killProcess, type ProcessIdentity } from '../start/process-identity.ts';
import { StartError } from '../start/start-error.ts';
import { houseWorker, json, localWorker, text, type WorkerEnv, worker } from './worker-options.ts';

export type LocalHandler = (request: MiniflareRequest) => Promise<MiniflareResponse>;

export interface WorkersSettings {
  port: number;
  databaseUrl: string;
  /** Origin of the Neon endpoint; null: the database is Neon itself. */
  neonOrigin: string | null;
  tokenSecret: string;
  egressAllow: string[];
  simulatorHosts: string[];
  objectsDir: string;
  pidFile: string;
  /** `/local/*` of the page's origin. */
  localPages: LocalHandler;
  /** `POST /messages` of the mail port. */
  mail: LocalHandler;
  simulators: LocalHandler;
  onLog(line: string): void;
  onRestart(): void;
}

export interface LocalWorkers {
  runCron(cron: string): Promise<void>;
  stop(): Promise<void>;
}

/** The signals that ask Portage to stop. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const SITE = join(import.meta.dirname, '..', '..', '..', '.cache', 'site');

/** Kills the workerd that a killed Portage of this data folder left behind. @returns whether there was one. */
export async function clearLeftoverWorkerd(pidFile: string): Promise<boolean> {
  try {
    return await killProcess(JSON.parse(readFileSync(pidFile, 'utf8')) as ProcessIdentity);
  } catch {
    return false;
  }
}

/** The Workers of the house in workerd, on loopback; a workerd that dies is started again by Miniflare. */
export async function startWorkers(settings: WorkersSettings): Promise<LocalWorkers> {
  process.env.PORTAGE_WORKERD_PID_FILE = settings.pidFile;
  process.env.PORTAGE_WORKERD = findWorkerd();
  process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, 'workerd-with-pid.sh');

  const database: WorkerEnv = {
    DATABASE_URL: text(settings.databaseUrl),
    ...(settings.neonOrigin ? { NEON_PROXY_URL: text(settings.neonOrigin) } : {}),
  };
  const fetcher = (handler: LocalHandler): WorkerEnv[string] => ({ type: 'fetcher', handler });
  const shell = houseWorker('shell', {
    ASSETS: worker('files', 'ShellFiles'),
    AREA_FILES: worker('files', 'AreaFiles'),
    LOCAL: fetcher(settings.localPages),
  });
  const listenersBefore = STOP_SIGNALS.map((signal) => process.listeners(signal));
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    resourcePersistencePath: settings.objectsDir,
    log: new QuietLog(settings.onLog),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => settings.onLog(`${level}: ${message}`),
    unsafeHandleRuntimeRestart: settings.onRestart,
    workers: [
      { ...shell, dev: { ...shell.dev, unsafeDirectSockets: [{ host: '127.0.0.1', port: settings.port }] } },
      houseWorker('edge-api', {
        ...database,
        TOKEN_SECRET: text(settings.tokenSecret),
        // Here any name leads to this port: what a caller says of it must not get into links that are sent to others.
        PUBLIC_ORIGIN: text(`http://localhost:${settings.port}`),
        MAIL: fetcher(settings.mail),
      }),
      houseWorker('durable-runs', {
        ...database,
        EGRESS_ALLOW: text([...settings.egressAllow, ...settings.simulatorHosts.map((host) => `${host}:80`)].join(',')),
      }),
      localWorker('files', { SITE: { type: 'disk', path: SITE } }),
      localWorker('outbound', {
        NEON: settings.neonOrigin ? { type: 'external', address: new URL(settings.neonOrigin).host, http: {} } : publicNetwork(),
        NEON_ORIGIN: text(settings.neonOrigin ?? ''),
        PUBLIC: publicNetwork(),
        ALLOWED: { type: 'network', allow: ['public', 'private', 'local'], tlsOptions: { trustBrowserCas: true } },
        EGRESS_ALLOW: json(settings.egressAllow.map((entry) => entry.toLowerCase())),
        SIMULATORS: fetcher(settings.simulators),
        SIMULATOR_HOSTS: json(settings.simulatorHosts),
      }),
    ],
  });
  // Its own answer to a signal is to end this process at once, with PostgreSQL still running.
  STOP_SIGNALS.forEach((signal, at) => {
    for (const listener of process.listeners(signal)) if (!listenersBefore[at]?.includes(listener)) process.off(signal, listener);
  });
  await miniflare.ready;
  return {
    async runCron(cron) {
      const durableRuns = await miniflare.getWorker('durable-runs');
      await durableRuns.scheduled({ cron });
    },
    stop: () => miniflare.dispose(),
  };
}

/** The runtime that npm brought, or the one MINIFLARE_WORKERD_PATH names. @throws StartError when it is not there. */
function findWorkerd(): string {
  let path = process.env.MINIFLARE_WORKERD_PATH;
  try {
    path ??= (createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd') as { default: string }).default;
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new StartError(`The Workers runtime (${path ?? 'npm package workerd'}) is not there: run npm install again.`);
  }
}

function publicNetwork(): WorkerEnv[string] {
  return { type: 'network', allow: ['public'], tlsOptions: { trustBrowserCas: true } };
}

class QuietLog extends Log {
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    super(LogLevel.WARN);
    this.#write = write;
  }

  override log(message: string): void {
    this.#write(message);
  }
}
