import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Miniflare, type WorkerOptions } from 'miniflare';
import { freePort } from './portage.ts';

const FOLDER = join(import.meta.dirname, '..', 'workerd');

export interface BenchWorkerSettings {
  /** `workerd/<name>-worker.ts`. */
  name: string;
  /** Its Durable Objects, stored in SQLite. */
  classes: string[];
  env: NonNullable<WorkerOptions['config']['env']>;
  /** More modules, by their file names. */
  modules?: NonNullable<WorkerOptions['config']['manifest']>['modules'];
  /** The folder of its objects on disk. */
  objectsDir: string;
}

export interface BenchWorker {
  port: number;
  stop(): Promise<void>;
}

/** Runs a Worker of the benchmarks by itself, on the same runtime and disk as Portage. */
export async function startBenchWorker({ name, classes, env, modules, objectsDir }: BenchWorkerSettings): Promise<BenchWorker> {
  const port = await freePort();
  const contents = stripTypeScriptTypes(readFileSync(join(FOLDER, `${name}-worker.ts`), 'utf8'));
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    resourcePersistencePath: objectsDir,
    workers: [
      {
        config: {
          name,
          compatibilityDate: '2026-11-01',
          compatibilityFlags: ['nodejs_compat'],
          manifest: { mainModule: 'worker.js', modulesRoot: FOLDER, modules: { 'worker.js': { type: 'esm', contents }, ...modules } },
          env,
          exports: Object.fromEntries(
            classes.map((className) => [className, { type: 'durable-object' as const, storage: 'sqlite' as const }]),
          ),
        },
        // Outgoing calls come back to this Worker: it also plays the database.
        dev: { cacheAPI: false, outboundService: { type: 'worker', worker: name }, unsafeDirectSockets: [{ host: '127.0.0.1', port }] },
      },
    ],
  });
  await miniflare.ready;
  return { port, stop: () => miniflare.dispose() };
}
