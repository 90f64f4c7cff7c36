import type { WorkerName } from '@portage/registry';
import type { LogFile } from '../processes/log-file.ts';
import { waitUntilHealthy } from '../processes/wait-until-healthy.ts';
import type { LocalWorkers } from '../workers/start-workers.ts';
import { type ControlServer, type ControlSettings, startControlServer } from './control-server.ts';

export interface ReloadSettings extends Omit<ControlSettings, 'switchTo'> {
  workers: LocalWorkers;
  origin: string;
  /** Applies this tree's migrations: a Worker built from it may need them. */
  migrate(): Promise<void>;
  /** The Workers runtime logs here why a Worker doesn't start. */
  log: LogFile;
}

/** A version that isn't healthy within this time is rolled back. */
const PATIENCE_MS = 20_000;

/** Lets the deploy commands replace this Portage's Workers. Runs continue where they were: they live on disk. */
export function reloadingWorkers({ workers, origin, migrate, log, ...control }: ReloadSettings): Promise<ControlServer> {
  const { versions } = control;

  async function switchTo(worker: WorkerName, version: string): Promise<void> {
    await migrate();
    const before = versions.liveFolders();
    const logBefore = log.mark();
    const because = (error: unknown) => new Error(reasonIn(log.since(logBefore)) ?? (error as Error).message);
    try {
      await workers.replace({ ...before, [worker]: versions.folderOf(worker, version) });
    } catch (error) {
      // The previous versions run again.
      throw because(error);
    }
    try {
      await waitUntilWell(origin);
    } catch (error) {
      const why = because(error);
      await workers.replace(before);
      await waitUntilHealthy(origin, PATIENCE_MS);
      throw why;
    }
    versions.setLive(worker, version);
  }
  return startControlServer({ ...control, switchTo });
}

/** Waits until the API responds and the shell serves its page. */
async function waitUntilWell(origin: string): Promise<void> {
  await waitUntilHealthy(origin, PATIENCE_MS);
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  if (!page.ok || !(await page.text()).includes('<script')) throw new Error(`the page / answered ${page.status}`);
}

/** The first error that a Worker threw while loading. */
function reasonIn(log: string): string | undefined {
  return /Uncaught (?:Error: )?([^\n"\\]+)/.exec(log)?.[0];
}
