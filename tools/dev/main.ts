// npm run dev -- <area>: the whole product, with that area from its sources and with hot reload.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { AREA_NAMES, isAreaName } from '@portage/registry';
import { startDevelopmentServer } from './development-server.ts';
import { buildDevelopmentShell } from './development-shell.ts';
import { Processes } from './processes.ts';

const [area = ''] = process.argv.slice(2);
if (!isAreaName(area)) {
  console.error(`Name an area: npm run dev -- ${AREA_NAMES.join(', npm run dev -- ')}.`);
  process.exit(1);
}

const processes = new Processes();
try {
  // Leaves out this area: its code may be unfinished.
  await processes.runToEnd(spawnNode('tools/build/main.ts', [`--without=${area}`]));
  await buildDevelopmentShell();
  await startDevelopmentServer(area, processes);
  processes.add('Portage', spawnNode('local/dist/main.js', [], { PORTAGE_DEVELOPMENT_AREA: area }, true));
} catch (error) {
  if (!processes.isStopping) console.error(error instanceof Error ? error.message : error);
  await processes.stop(1);
}

function spawnNode(script: string, args: string[], env: Record<string, string> = {}, hasChannel = false) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...args], {
    cwd: ROOT,
    // The channel closes when this process ends for any reason, so Portage notices.
    stdio: ['ignore', 'inherit', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
    env: { ...process.env, ...env },
  });
}
