import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, readWranglerConfig } from '@portage/build-output';
import { simulatedAddress } from '@portage/contracts';
import { formatErrorCauses, logLine } from '@portage/contracts/log';
import { MINUTE_MS } from '@portage/primitives/durations';
import { AREAS, type AreaName, WORKER_NAMES, type WorkerName } from '@portage/registry';
import { builtAreas } from '../deployments/built-areas.ts';
import { deployBuilt } from '../deployments/deploy-built.ts';
import type { AcceptMail } from '../mail/mail-handlers.ts';
import { Outbox } from '../mail/outbox.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { LogFile } from '../processes/log-file.ts';
import { killProcess, type ProcessIdentity } from '../processes/process-identity.ts';
import { STOP_SIGNALS } from '../processes/stop-signals.ts';
import { waitUntilHealthy } from '../processes/wait-until-healthy.ts';
import { builtWorkers } from '../reload/built-workers.ts';
import { reloadingWorkers } from '../reload/reload-workers.ts';
import { openWorkerVersions } from '../reload/worker-versions.ts';
import type { Simulators } from '../simulators/open-simulators.ts';
import { StartError } from '../start-error.ts';
import type { Development } from '../workers/start-workers.ts';
import { openDataFolder } from './data-folder.ts';
import { prepareFirstAdmin } from './first-admin.ts';
import { guardOrphans } from './guard-orphans.ts';
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
import { openDatabase } from './open-database.ts';
import type { ProductionMail } from './production.ts';
import { productionLines } from './production-lines.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { StartTimings } from './start-timings.ts';
import { StopOrder } from './stop-order.ts';
import { welcomeLines } from './welcome-lines.ts';

/** Regardless of each cron's own schedule: work that isn't due yet finds nothing to do. */
const CRON_EVERY_MS = 5 * MINUTE_MS;
/** Runs every minute in production: a person who tries something here waits for it. */
const MINUTELY_CRON = '* * * * *';
const MINUTELY_CRON_EVERY_MS = 5_000;
/** In production every host is the real one. */
const NO_SIMULATORS: Simulators = {
  hosts: [],
  handler: async () => {
    throw new Error('Production has no simulators.');
  },
  pages: [],
  systems: { connectors: {}, signIns: {} },
  apps: {},
  openKept: async () => {},
};
const WORKERS_WITH_CRONS: readonly WorkerName[] = ['durable-runs', 'edge-api'];

/** Starts everything, prints the ready lines, and runs until a signal; then stops everything in order. */
export async function runPortage(settings: Settings): Promise<void> {
  const { production } = settings;
  const folder = openDataFolder(settings.dataDir);
  const order = new StopOrder();
  const timings = new StartTimings(process.env);
  let lock: InstanceLock | null = null;
  const stop = async (code: number, why?: unknown) => {
    if (order.isStopping) return;
    if (why) console.error(why);
    const stopped = order.stopAll();
    try {
      lock?.markStopping();
    } catch {
      // The folder was removed in the meantime: no reason to stay.
    }
    await stopped;
    process.exit(code);
  };
  // npm forwards a Ctrl-C that its child already received, so a second one means nothing new.
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(0));
  // The launcher (npm start) is gone, for whatever reason.
  process.on('disconnect', () => stop(0));
  process.on('uncaughtException', (error) => {
    // Unwritten data is lost, but Portage keeps running; there may be room again soon.
    if (isDiskFull(error)) console.error(`The disk is full: ${error.message}`);
    else void stop(1, error);
  });

  // From here on, an interrupt releases the lock.
  lock = await order.started(withStop(takeInstanceLock(folder.lockFile, folder.root, settings.port)));
  if (order.isStopping) return;
  const guard = guardOrphans(folder);
  order.add(() => guard.stop());
  try {
    const hadLeftover = await clearLeftoverWorkerd(folder.workerdPidFile);
    if (hadLeftover) console.log('Stopped a leftover of a Portage that was killed.');
    // The system releases a killed process's resources shortly after its end.
    for (let patience = hadLeftover ? 25 : 0; patience > 0 && !(await isFree(settings.port)); patience -= 1) await sleep(200);
    await checkPort(settings.port, production?.listen);
    const secrets = readSecrets(folder.secretsFile);
    const loading = timings.measure('loading the Workers runtime', import('../workers/index.ts'));
    const database = await order.started(timings.measure('PostgreSQL', openDatabase(settings, folder, secrets)));
    if (order.isStopping) return;
    await timings.measure('tables', migrate(database.databaseUrl));
    const { localPagesHandler, mailHandler, openSimulators, outboxHandler, startWorkers, typeDocuments } = await loading;

    const log = new LogFile(join(folder.logs, 'workers.log'));
    const firstAdmin = production ? await prepareFirstAdmin(database.databaseUrl, new Date()) : null;
    const outbox = new Outbox(folder.mail);
    const acceptMail = production ? await openMail(production.mail) : outbox.accept;
    const origin = `http://localhost:${settings.port}`;
    let readFile: (key: string) => Promise<string | null> = async () => null;
    const documents = typeDocuments({ databaseUrl: database.databaseUrl, readFile: (key) => readFile(key) });
    order.add(() => documents.stop());
    const stripe = getStripeAccount(secrets);
    const simulators = production
      ? NO_SIMULATORS
      : openSimulators({ folder: folder.simulators, origin, takenOver: settings.simulate, stripe, documents });
    const versions = openWorkerVersions(folder.workers, builtWorkers());
    const starting = startWorkers({
      folders: versions.liveFolders(),
      development: settings.developmentArea ? resolveDevelopment(settings.developmentArea) : null,
      port: settings.port,
      databaseUrl: database.databaseUrl,
      neonOrigin: database.neonOrigin,
      tokenSecret: secrets.tokenSecret,
      connectorKeys: secrets.connectorKeys,
      production: production && {
        ...production,
        mailApi: production.mail?.kind === 'api' ? production.mail.variables : {},
        firstAdminLink: firstAdmin?.setting ?? null,
      },
      deployTokens: `local:${secrets.deployToken},npm start:${secrets.startToken}`,
      egressAllow: settings.egressAllow,
      hosts: settings.hosts,
      simulatorHosts: simulators.hosts,
      simulatedSystems: simulators.systems,
      telemetry: settings.telemetry,
      connectorApps: { ...settings.connectorApps, ...simulators.apps },
      appSettings: settings.appSettings,
      assistant: settings.assistant,
      billing: buildBillingVariables(settings, secrets),
      stepDataDays: settings.stepDataDays,
      objectsDir: folder.objects,
      pidFile: folder.workerdPidFile,
      localPages: localPagesHandler(production ? [] : [outboxHandler(outbox), ...simulators.pages]),
      mail: acceptMail && mailHandler(acceptMail),
      simulators: simulators.handler,
      onLog: (line) => log.append(`${line}\n`),
      onHang: () => console.error('The Workers runtime no longer responded and is started again.'),
      onRestart: () => console.log('The Workers runtime ended unexpectedly and was restarted.'),
      onFailing: (reason) => console.error(`The Workers runtime does not start: ${reason} Portage keeps trying. See ${folder.logs}.`),
    });
    const workers = await order.started(timings.measure('Workers', starting));
    readFile = workers.readFile;
    await simulators.openKept();
    await timings.measure('first answer', waitUntilHealthy(origin));
    /** Names the crons that failed. */
    const runCrons = async (isWanted: (cron: string) => boolean): Promise<string[]> => {
      const wanted = WORKERS_WITH_CRONS.flatMap((worker) => {
        const { crons = [] } = readWranglerConfig(join(ROOT, worker, 'wrangler.jsonc')).triggers ?? {};
        return crons.filter(isWanted).map((cron) => ({ worker, cron }));
      });
      const failed: string[] = [];
      const run = ({ worker, cron }: (typeof wanted)[number]) =>
        workers.runCron(worker, cron).catch((error: unknown) => {
          log.append(`${logLine(new Date(), 'error', 'A cron failed', { worker, cron, cause: formatErrorCauses(error) })}\n`);
          failed.push(`${worker} ${cron}`);
        });
      await Promise.all(wanted.map(run));
      return failed;
    };
    await order.started(
      reloadingWorkers({
        versions,
        workers,
        origin,
        migrate: () => migrate(database.databaseUrl),
        token: secrets.deployToken,
        file: folder.controlFile,
        runCrons: () => runCrons(() => true),
        log,
      }),
    );
    const deploying = deployBuilt({
      origin,
      token: secrets.startToken,
      areas: builtAreas(),
      workers: Object.fromEntries(
        WORKER_NAMES.map((name) => [name, { version: versions.states()[name].live, bundle: join(versions.liveFolders()[name], 'bundle') }]),
      ),
      file: folder.deployedFile,
    });
    await timings.measure('areas', deploying);
    if (!production) await timings.measure('accounts and samples', seed(settings, origin, database.databaseUrl));

    const timers = [
      setInterval(() => void runCrons((cron) => cron !== MINUTELY_CRON), CRON_EVERY_MS),
      setInterval(() => void runCrons((cron) => cron === MINUTELY_CRON), MINUTELY_CRON_EVERY_MS),
    ];
    order.add(() => timers.forEach(clearInterval));
    if (order.isStopping) return;
    for (const line of timings.lines()) console.log(line);
    const lines = production ? productionLines(production, firstAdmin) : welcomeLines(settings, origin);
    // In one write: whoever waits for the first line has the others, too.
    console.log([`Portage is ready on ${origin}`, ...lines].join('\n'));
    const { developmentArea } = settings;
    if (developmentArea) console.log(`mfe-${developmentArea} runs from its sources: what you change in them shows at once.`);
  } catch (error) {
    // After a stop halfway, parts that were still starting may fail; that doesn't matter.
    if (order.isStopping) return;
    await order.stopAll();
    throw error instanceof Error && 'code' in error && error.code === 'ERR_ADDRESS_IN_USE'
      ? new StartError(`Port ${settings.port} is taken by another program: set PORT to a free one.`)
      : error;
  }
}

function isDiskFull(error: Error): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}

async function isFree(port: number): Promise<boolean> {
  return checkPort(port).then(
    () => true,
    () => false,
  );
}

async function withStop(taking: Promise<InstanceLock>): Promise<InstanceLock & { stop(): Promise<void> }> {
  const lock = await taking;
  return { ...lock, stop: async () => lock.release() };
}

/** @throws StartError with PostgreSQL's own words, such as a missing permission to create tables */
async function migrate(databaseUrl: string): Promise<void> {
  try {
    await applyMigrations(databaseUrl);
  } catch (error) {
    const { message, cause } = error as Error;
    throw new StartError(`The tables of the database cannot be made: ${cause instanceof Error ? cause.message : message}`);
  }
}

function getStripeAccount({ stripeSecretKey, stripeWebhookSecret }: Secrets) {
  return { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret };
}

async function seed({ admin, demoPassword, seedDemo }: Settings, origin: string, databaseUrl: string): Promise<void> {
  const { seedPortage } = await import('../seed/seed-portage.ts');
  await seedPortage({ origin, databaseUrl, admin, demoPassword, withDemo: seedDemo });
}

/** @returns null without an SMTP server: the API sends mail itself, or there is none */
async function openMail(mail: ProductionMail | null): Promise<AcceptMail | null> {
  if (mail?.kind !== 'smtp') return null;
  const { smtpSender } = await import('../mail/smtp.ts');
  return smtpSender(mail);
}

/** The API's billing variables: the person's own Stripe account, otherwise the simulated one, or none in production. */
function buildBillingVariables({ stripe, simulate, production }: Settings, secrets: Secrets): Record<string, string> {
  if (production || (stripe.STRIPE_SECRET_KEY && !simulate.includes('stripe'))) return stripe;
  return {
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_SIMULATOR_URL: simulatedAddress('https://api.stripe.com/'),
  };
}

/** @throws StartError if another process listens on the port */
async function checkPort(port: number, host = '127.0.0.1'): Promise<void> {
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });
  if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken by another program: set PORT to a free one.`);
  if (code !== null) throw new StartError(`Port ${port} cannot be used (${code}): set PORT to another one.`);
}

const SITE = join(ROOT, '.cache', 'development');

/**
 * Where an area under development gets its files: its own loopback port, and nowhere else.
 *
 * @throws StartError without the shell's development build, which `npm run dev` makes
 */
function resolveDevelopment(area: AreaName): Development {
  if (!existsSync(join(SITE, 'shell/index.html'))) throw new StartError(`Start the development of an area by npm run dev -w mfe-${area}.`);
  return { area, serverAddress: `127.0.0.1:${AREAS[area].developmentPort}`, site: SITE };
}

/** Kills the workerd that a killed Portage left behind on this data folder. @returns whether there was one */
async function clearLeftoverWorkerd(pidFile: string): Promise<boolean> {
  try {
    return await killProcess(JSON.parse(readFileSync(pidFile, 'utf8')) as ProcessIdentity);
  } catch {
    return false;
  }
}
