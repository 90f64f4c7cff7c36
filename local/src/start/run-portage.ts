import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localPagesHandler, mailHandler } from '../mail/mail-handlers.ts';
import { Outbox } from '../mail/outbox.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { seedPortage } from '../seed/seed-portage.ts';
import { SIMULATOR_HOSTS, simulatorsHandler } from '../simulators/simulators.ts';
import { readWranglerConfig } from '../workers/read-wrangler-config.ts';
import { clearLeftoverWorkerd, startWorkers } from '../workers/start-workers.ts';
import { checkPort } from './check-port.ts';
import { openDataFolder } from './data-folder.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { openDatabase } from './open-database.ts';
import { readSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

const CRON_EVERY_MS = 5 * 60_000;

/** Starts everything, says so, and runs until a signal; then stops everything in order. */
export async function runPortage(settings: Settings): Promise<void> {
  const folder = openDataFolder(settings.dataDir);
  const lock = await takeInstanceLock(folder.lockFile, folder.root, settings.port);
  // What is started is stopped the other way round; a second signal does not wait.
  const stops: (() => Promise<void> | void)[] = [() => lock.release()];
  let stopping: Promise<void> | null = null;
  const stop = (code: number, why?: string) => {
    if (stopping) return;
    if (why) console.error(why);
    stopping = (async () => {
      lock.markStopping();
      for (const one of stops.reverse()) await one();
      process.exit(code);
    })();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopping ? process.exit(130) : stop(0)));
  // The launcher (npm start) is gone, however it went.
  process.on('disconnect', () => stop(0));

  try {
    if (await clearLeftoverWorkerd(folder.workerdPidFile)) console.log('Stopped a leftover of a Portage that was killed.');
    await checkPort(settings.port);
    const secrets = readSecrets(folder.secretsFile);
    const database = await openDatabase(settings, folder, secrets, (error) => stop(1, error));
    stops.push(() => database.stop());
    await applyMigrations(database.databaseUrl);

    const logFile = join(folder.logs, 'workers.log');
    writeFileSync(logFile, '');
    const outbox = new Outbox(folder.mail);
    const workers = await startWorkers({
      port: settings.port,
      databaseUrl: database.databaseUrl,
      neonOrigin: database.neonOrigin,
      tokenSecret: secrets.tokenSecret,
      egressAllow: settings.egressAllow,
      simulatorHosts: SIMULATOR_HOSTS,
      objectsDir: folder.objects,
      pidFile: folder.workerdPidFile,
      localPages: localPagesHandler(outbox),
      mail: mailHandler(outbox),
      simulators: simulatorsHandler(),
      onLog: (line) => appendFileSync(logFile, `${line}\n`),
      onRestart: () => console.log('The Workers runtime ended by itself and was started again.'),
    });
    stops.push(() => workers.stop());
    const origin = `http://localhost:${settings.port}`;
    await waitUntilHealthy(origin);
    await seedPortage({ origin, databaseUrl: database.databaseUrl, admin: settings.admin, withDemo: settings.seedDemo });

    const crons = readWranglerConfig(join(import.meta.dirname, '../../../durable-runs/wrangler.jsonc')).triggers?.crons ?? [];
    const timer = setInterval(() => {
      for (const cron of crons) workers.runCron(cron).catch((error) => appendFileSync(logFile, `cron ${cron}: ${error}\n`));
    }, CRON_EVERY_MS);
    stops.push(() => clearInterval(timer));
    if (!stopping) console.log(`Portage is ready on ${origin}`);
  } catch (error) {
    for (const one of stops.reverse()) await one();
    throw error instanceof Error && 'code' in error && error.code === 'ERR_ADDRESS_IN_USE'
      ? new StartError(`Port ${settings.port} is taken by another program: set PORT to a free one.`)
      : error;
  }
}
