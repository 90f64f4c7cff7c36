import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '@portage/build-output';
import { AREAS, type AreaName, DEVELOPMENT_VERSION } from '@portage/registry';
import type { Processes } from './processes.ts';

/** An area's first build takes a few seconds. */
const PATIENCE_MS = 120_000;

/** Starts the area's development server and waits for its first build, good or bad. @throws with its output if no build comes through */
export async function startDevelopmentServer(area: AreaName, processes: Processes): Promise<void> {
  const { developmentPort } = AREAS[area];
  const manifest = `http://127.0.0.1:${developmentPort}/mfe/${area}/${DEVELOPMENT_VERSION}/mf-manifest.json`;
  if (await isResponding(manifest)) {
    throw new Error(`Port ${developmentPort} is taken, probably by another npm run dev -w mfe-${area}: stop that one first.`);
  }
  const child = spawn(join(ROOT, 'node_modules/.bin/rsbuild'), ['dev'], {
    cwd: join(ROOT, `mfe-${area}`),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORTAGE_AREA_VERSION: DEVELOPMENT_VERSION,
      PORTAGE_DEVELOPMENT_PORT: String(developmentPort),
    },
  });
  processes.add(`The development server of mfe-${area}`, child);
  for (const deadline = Date.now() + PATIENCE_MS; !(await isResponding(manifest)); await sleep(200)) {
    if (Date.now() > deadline) throw new Error(`The development server of mfe-${area} does not answer.`);
  }
}

/** The server responds once its build is done. A failed build is a 404; the area loads once the code is fixed. */
async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
