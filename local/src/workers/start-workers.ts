import type { SimulatedSystems } from '@portage/contracts';
import type { WorkerName } from '@portage/registry';
import type { MiniflareOptions, WorkerOptions } from 'miniflare';
import { bucketSyncHandler } from './bucket-sync.ts';
import { houseWorker, json, type LocalHandler, localWorker, text, type WorkerEnv, worker } from './worker-options.ts';
import { startRuntime } from './workers-runtime.ts';

export type WorkerFolders = Record<WorkerName, string>;

/** One area runs from its development server (`npm run dev -w mfe-…`). */
export interface Development {
  area: string;
  /** `127.0.0.1:27101` */
  serverAddress: string;
  /** Holds the shell's development build, as `shell/`. */
  site: string;
}

export interface WorkersSettings {
  development: Development | null;
  /** Folders of the versions that run (local/src/reload/worker-versions.ts). */
  folders: WorkerFolders;
  port: number;
  databaseUrl: string;
  /** Origin of the Neon endpoint; null: the database is Neon itself. */
  neonOrigin: string | null;
  tokenSecret: string;
  /** Seal what connectors keep. */
  connectorKeys: string;
  /** Who may deploy areas by command. */
  deployTokens: string;
  appSettings: Record<string, string>;
  assistant: Record<string, string>;
  /** Keys of Stripe, for the API alone. */
  billing: Record<string, string>;
  egressAllow: string[];
  /** Names that the port answers to. */
  hosts: string[];
  /** Hosts that simulators answer; `*.example.com` covers all subdomains. */
  simulatorHosts: string[];
  /** The facts about the simulators for the API. */
  simulatedSystems: SimulatedSystems;
  /** Variables of OpenTelemetry. */
  telemetry: Record<string, string>;
  /** Variables that name OAuth apps of connector types. */
  connectorApps: Record<string, string>;
  stepDataDays: number;
  objectsDir: string;
  pidFile: string;
  /** When workerd was last ended because it no longer responded. */
  hungAtMs?: number;
  /** `/local/*` of the page's origin. */
  localPages: LocalHandler;
  /** `POST /messages` of the mail port. */
  mail: LocalHandler;
  simulators: LocalHandler;
  onLog(line: string): void;
  onHang(): void;
  onRestart(): void;
  onFailing(reason: string): void;
}

export interface LocalWorkers {
  /** Runs other versions from now on. @throws when they do not start, with those of before running. */
  replace(folders: WorkerFolders): Promise<void>;
  runCron(worker: string, cron: string): Promise<void>;
  /** The text of a file in the store; null: the file does not exist. */
  readFile(key: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** Whatever reaches the port comes from this address: from this machine, or through a proxy on it. */
const LOOPBACK = '127.0.0.1';
/** Files of `local/workerd` that the module before a Worker imports. */
const BEFORE_WORKER = ['direct-fetch', 'way-out', 'synced-buckets'];

/** The Workers of Portage in workerd, on loopback; a workerd that dies is started again. */
export async function startWorkers(settings: WorkersSettings): Promise<LocalWorkers> {
  const { port, pidFile, onLog, onHang, onRestart, onFailing } = settings;
  let current = settings;
  const runtime = await startRuntime({
    options: optionsOf(settings),
    port,
    pidFile,
    afterHang: () => {
      current = { ...current, hungAtMs: Date.now() };
      return optionsOf(current);
    },
    onLog,
    onHang,
    onRestart,
    onFailing,
  });
  return {
    async replace(folders) {
      const next = { ...current, folders };
      await runtime.replace(optionsOf(next));
      current = next;
    },
    async runCron(name, cron) {
      // Not through getWorker(): its objects hold this process up until workerd responds, and with it every signal.
      const address = `http://localhost/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`;
      const response = await runtime.current().dispatchFetch(address, { headers: { 'MF-Route-Override': name } });
      const outcome = await response.text();
      // Under another address, a Worker responds to it as to any page.
      if (outcome !== 'ok') throw new Error(`The cron ended with: ${outcome.slice(0, 200)}`);
    },
    async readFile(key) {
      const bucket = await runtime.current().getR2Bucket('FILES', 'edge-api');
      return (await (await bucket.get(key))?.text()) ?? null;
    },
    stop: () => runtime.stop(),
  };
}

function optionsOf(settings: WorkersSettings): MiniflareOptions {
  const { folders, development } = settings;
  const database: WorkerEnv = {
    DATABASE_URL: text(settings.databaseUrl),
    ...(settings.neonOrigin ? { NEON_PROXY_URL: text(settings.neonOrigin) } : {}),
  };
  const fetcher = (handler: LocalHandler): WorkerEnv[string] => ({ type: 'fetcher', handler });
  const simulators = settings.simulatorHosts.filter((host) => !host.startsWith('*.'));
  const disk: WorkerEnv = { DISK: fetcher(bucketSyncHandler(settings.objectsDir)) };
  const waysOut: WorkerEnv = {
    NEON: settings.neonOrigin ? { type: 'external', address: new URL(settings.neonOrigin).host, http: {} } : publicNetwork(),
    NEON_ORIGIN: text(settings.neonOrigin ?? ''),
    PUBLIC: publicNetwork(),
    ALLOWED: { type: 'network', allow: ['public', 'private', 'local'], tlsOptions: { trustBrowserCas: true } },
    ALLOWED_HOSTS: json(settings.egressAllow.map((entry) => entry.toLowerCase())),
    SIMULATED: fetcher(settings.simulators),
    SIMULATOR_HOSTS: json(settings.simulatorHosts),
  };
  const api = houseWorker(
    folders['edge-api'],
    {
      ...database,
      ...waysOut,
      ...disk,
      TOKEN_SECRET: text(settings.tokenSecret),
      CONNECTOR_KEYS: text(settings.connectorKeys),
      DEPLOY_TOKENS: text(settings.deployTokens),
      // No page stays open for a week here, and versions come by the dozen.
      KEEP_VERSIONS_DAYS: text('0'),
      STEP_DATA_DAYS: text(String(settings.stepDataDays)),
      // Here any name leads to this port: what a caller says of it must not get into links that are sent to others.
      PUBLIC_ORIGIN: text(`http://localhost:${settings.port}`),
      SIMULATORS: text(JSON.stringify(settings.simulatedSystems)),
      MAIL: fetcher(settings.mail),
      ...texts(settings.connectorApps),
      ...texts(settings.appSettings),
      ...texts(settings.assistant),
      ...texts(settings.billing),
      SHELL: worker(development ? 'development' : 'shell'),
      HOSTS: json(settings.hosts),
      CALLER_ADDRESS: text(LOOPBACK),
    },
    'routes',
    BEFORE_WORKER,
  );
  return {
    host: LOOPBACK,
    port: 0,
    cf: false,
    logRequests: false,
    unsafeTriggerHandlers: true,
    enableDevRegistry: false,
    resourcePersistencePath: settings.objectsDir,
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => settings.onLog(asLogLine(level, message)),
    workers: [
      { ...api, dev: { ...api.dev, unsafeDirectSockets: [{ host: LOOPBACK, port: settings.port }] } },
      houseWorker(folders.shell, {
        ASSETS: worker('files', 'ShellFiles'),
        LOCAL: fetcher(settings.localPages),
        ...texts(settings.appSettings),
      }),
      houseWorker(
        folders['durable-runs'],
        {
          ...database,
          ...waysOut,
          ...disk,
          CONNECTOR_KEYS: text(settings.connectorKeys),
          EGRESS_ALLOW: text([...settings.egressAllow, ...simulators.map((host) => `${host}:80`)].join(',')),
          STEP_DATA_DAYS: text(String(settings.stepDataDays)),
          ...(settings.hungAtMs === undefined ? {} : { HUNG_AT_MS: text(String(settings.hungAtMs)) }),
          ...Object.fromEntries(Object.entries(settings.telemetry).map(([name, value]) => [name, text(value)])),
          // The collector may well stand on this machine; what runs call outside still may not reach it.
          COLLECTOR: { type: 'network', allow: ['public', 'private', 'local'], tlsOptions: { trustBrowserCas: true } },
        },
        'direct',
        BEFORE_WORKER,
      ),
      localWorker('files', { SITE: { type: 'disk', path: development?.site ?? folders.shell } }),
      ...(development ? [developmentWorker(development)] : []),
      localWorker('outbound', waysOut, ['way-out']),
    ],
  };
}

function developmentWorker({ area, serverAddress }: Development): WorkerOptions {
  return localWorker('development', {
    AREA: text(area),
    SERVER: { type: 'external', address: serverAddress, http: {} },
    SHELL: worker('shell'),
  });
}

function texts(values: Record<string, string>): WorkerEnv {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

/** The Workers' own lines are JSON objects already; what workerd says becomes one. */
function asLogLine(level: string, message: string): string {
  return message.startsWith('{') ? message : JSON.stringify({ time: new Date().toISOString(), level, message });
}

function publicNetwork(): WorkerEnv[string] {
  return { type: 'network', allow: ['public'], tlsOptions: { trustBrowserCas: true } };
}
