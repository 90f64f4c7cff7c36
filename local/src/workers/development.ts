import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { AREAS, type AreaName } from '@portage/registry';
import { StartError } from '../start-error.ts';
import type { Development } from './start-workers.ts';

const SITE = join(ROOT, '.cache', 'development');

/**
 * Where an area under development gets its files: its own loopback port, and nowhere else.
 *
 * @throws StartError without the shell's development build, which `npm run dev` makes
 */
export function resolveDevelopment(area: AreaName): Development {
  if (!existsSync(join(SITE, 'shell/index.html'))) throw new StartError(`Start the development of an area by npm run dev -w mfe-${area}.`);
  return { area, serverAddress: `127.0.0.1:${AREAS[area].developmentPort}`, site: SITE };
}
