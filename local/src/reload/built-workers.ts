import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { WorkerName } from '@portage/registry';
import { StartError } from '../start-error.ts';
import type { BuiltWorker } from './worker-versions.ts';

const CACHE = join(ROOT, '.cache');

/** The Workers that this tree's build made (tools/build/targets.ts). @throws StartError if a Worker wasn't built */
export function builtWorkers(): Record<WorkerName, BuiltWorker> {
  // The shell's page and its Worker belong together; the page's hash covers both.
  return {
    shell: built('shell', 'shell'),
    'edge-api': built('edge-api', 'worker-edge-api'),
    'durable-runs': built('durable-runs', 'worker-durable-runs'),
  };
}

function built(name: WorkerName, stamp: string): BuiltWorker {
  try {
    return {
      version: readFileSync(join(CACHE, 'built', stamp), 'utf8'),
      workspace: join(ROOT, name),
      bundle: join(CACHE, 'workers', name),
      site: name === 'shell' ? join(CACHE, 'site', 'shell') : null,
    };
  } catch {
    throw new StartError(`The Worker ${name} has not been built: run npm run build.`);
  }
}
