import type { SimulatedSystems } from '@portage/contracts';
import type { WorkerName } from '@portage/registry';
import type { MiniflareOptions, WorkerOptions } from 'miniflare';
import type { LocalHandler } from '../pages/local-handler.ts';
import { bucketSyncHandler } from './bucket-sync.ts';
import { houseWorker, json, localWorker, text, type WorkerEnv, worker } from './worker-options.ts';
import { type RuntimeSettings, startRuntime } from './workers-runtime.ts';

export type WorkerFolders = Record<WorkerName, string>;

/** One area runs from its development server (`npm run dev -w mfe-…`). */
export interface Development {
  area: string;
  /** `127.0.0.1:27101` */
  serverAddress: string;
  /** Holds the shell's development build, as `shell/`. */
  site: string;
}

export interface WorkersSettings extends Omit<RuntimeSettings, 'options' | 'afterHang' | 'listen'> {
  development: Development | null;
  /** Folders of the running versions (local/src/reload/worker-versions.ts). */
  folders: WorkerFolders;
  databaseUrl: string;
  /** Origin of the Neon endpoint; null: the database is Neon itself. */
  neonOrigin: string | null;
  tokenSecret: string;
  /** Seal connectors' stored data. */
  connectorKeys: string;
  /** Only in production: the address that people use, whose forwarded addresses are believed, and variables for a mail service and the first admin. */
  production: {
    origin: string;
    listen: string;
    trustedProxies: string[];
    mailApi: Record<string, string>;
    firstAdminLink: string | null;
  } | null;
  /** Authorize deploys of areas by command. */
  deployTokens: string;
  appSettings: Record<string, string>;
  assistant: Record<string, string>;
  /** Stripe keys, only for the API. */
  billing: Record<string, string>;
  egressAllow: string[];
  /** Names that the port accepts. */
  hosts: string[];
  /** Hosts that simulators serve; `*.example.com` covers all subdomains. */
  simulatorHosts: string[];
  simulatedSystems: SimulatedSystems;
  telemetry: Record<string, string>;
  /** Variables for connector types' OAuth apps. */
  connectorApps: Record<string, string>;
  stepDataDays: number;
  objectsDir: string;
  /** When workerd was last ended because it no longer responded. */
  hungAtMs?: number;
  /** `/local/*` of the page's origin. */
  localPages: LocalHandler;
  /** `POST /messages` of the mail port; null: Portage sends no mail. */
  mail: LocalHandler | null;
  simulators: LocalHandler;
}

export interface LocalWorkers {
  /** Runs other versions from now on. @throws if they don't start; the previous ones then run */
  replace(folders: WorkerFolders): Promise<void>;
  runCron(worker: string, cron: string): Promise<void>;
  /** The text of a file in the store; null: the file does not exist. */
  readFile(key: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** Except in production, every caller has this address: it is on this machine, or comes through a proxy on it. */
const LOOPBACK = '127.0.0.1';
/** Files of `local/workerd` that the module in front of a Worker imports. */
const BEFORE_WORKER = ['direct-fetch', 'way-out', 'synced-buckets'];

/** Runs Portage's Workers in workerd, on loopback; a workerd that dies is restarted. */
export async function startWorkers(settings: WorkersSettings): Promise<LocalWorkers> {
  const { port, pidFile, onLog, onHang, onRestart, onFailing } = settings;
  let current = settings;
  const runtime = await startRuntime({
    options: buildOptions(settings),
    port,
    listen: settings.production?.listen ?? LOOPBACK,
    pidFile,
    afterHang: () => {
      current = { ...current, hungAtMs: Date.now() };
      return buildOptions(current);
    },
    onLog,
    onHang,
    onRestart,
    onFailing,
  });
  return {
    async replace(folders) {
      const next = { ...current, folders };
      await runtime.replace(buildOptions(next));
      current = next;
    },
    async runCron(name, cron) {
      // Not through getWorker(): its objects block this process until workerd responds, and every signal with it.
      const address = `http://localhost/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`;
      const response = await runtime.current().dispatchFetch(address, { headers: { 'MF-Route-Override': name } });
      const outcome = await response.text();
      // At another address, a Worker would respond to it as to any page.
      if (outcome !== 'ok') throw new Error(`The cron ended with: ${outcome.slice(0, 200)}`);
    },
    async readFile(key) {
      const bucket = await runtime.current().getR2Bucket('FILES', 'edge-api');
      return (await (await bucket.get(key))?.text()) ?? null;
    },
    stop: () => runtime.stop(),
  };
}

function buildOptions(settings: WorkersSettings): MiniflareOptions {
  const { folders, development, production } = settings;
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
      // No page stays open for a week here, and versions arrive by the dozen.
      KEEP_VERSIONS_DAYS: text('0'),
      STEP_DATA_DAYS: text(String(settings.stepDataDays)),
      // Any name may lead to this port, so the caller's name for it must not get into links that are sent to others.
      PUBLIC_ORIGIN: text(production?.origin ?? `http://localhost:${settings.port}`),
      SIMULATORS: text(JSON.stringify(settings.simulatedSystems)),
      ...(settings.mail ? { MAIL: fetcher(settings.mail) } : {}),
      ...texts(settings.connectorApps),
      ...texts(settings.appSettings),
      ...texts(settings.assistant),
      ...texts(settings.billing),
      // The shell's, which runs in the same isolate.
      LOCAL: fetcher(settings.localPages),
      SITE: { type: 'disk', path: development?.site ?? folders.shell },
      ...(development ? { DEVELOPMENT: worker('development') } : {}),
      HOSTS: json(settings.hosts),
      CALLER_ADDRESS: text(LOOPBACK),
      ...(production ? { TRUSTED_PROXIES: json(production.trustedProxies), ...texts(production.mailApi) } : {}),
      ...(production?.firstAdminLink ? { FIRST_ADMIN_LINK: text(production.firstAdminLink) } : {}),
    },
    'routes',
    [...BEFORE_WORKER, 'shell-files', 'cached-registry'],
    { shell: folders.shell },
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
      { ...api, dev: { ...api.dev, unsafeDirectSockets: [{ host: production?.listen ?? LOOPBACK, port: settings.port }] } },
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
          // The collector may be on this machine; the calls of runs still can't reach it.
          COLLECTOR: { type: 'network', allow: ['public', 'private', 'local'], tlsOptions: { trustBrowserCas: true } },
        },
        'direct',
        BEFORE_WORKER,
      ),
      ...(development ? [developmentWorker(development)] : []),
      localWorker('outbound', waysOut, ['way-out']),
    ],
  };
}

function developmentWorker({ area, serverAddress }: Development): WorkerOptions {
  return localWorker('development', {
    AREA: text(area),
    SERVER: { type: 'external', address: serverAddress, http: {} },
    SHELL: worker('edge-api', 'Shell'),
  });
}

function texts(values: Record<string, string>): WorkerEnv {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

/** The Workers' own lines are already JSON objects; workerd's lines become JSON here. */
function asLogLine(level: string, message: string): string {
  return message.startsWith('{') ? message : JSON.stringify({ time: new Date().toISOString(), level, message });
}

function publicNetwork(): WorkerEnv[string] {
  return { type: 'network', allow: ['public'], tlsOptions: { trustBrowserCas: true } };
}
