// npm run dev -- <area>: the whole product, with that area from its sources and with hot reload.
// npm run dev -- <area> <area> --against https://staging.example.com: the same in a deployed Portage, without a stack of one's own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { AREA_NAMES, type AreaName, isAreaName } from '@portage/registry';
import { developAgainst } from './against/develop-against.ts';
import { startDevelopmentServer } from './development-server.ts';
import { buildDevelopmentShell } from './development-shell.ts';
import { Processes } from './processes.ts';

const USAGE = `Name an area: npm run dev -- ${AREA_NAMES.join(', npm run dev -- ')}. Several need a deployed Portage: npm run dev -- mfe-billing mfe-admin --against https://staging.example.com`;

const { areas, against } = readArguments();
const processes = new Processes();
try {
  if (against === undefined) await developLocally(areas[0] ?? fail(USAGE));
  else {
    await processes.runToEnd(spawnNode('tools/build/main.ts', ['--first']));
    await developAgainst(areas, against, processes);
  }
} catch (error) {
  if (!processes.isStopping) console.error(error instanceof Error ? error.message : error);
  await processes.stop(1);
}

function readArguments(): { areas: AreaName[]; against: string | undefined } {
  if (process.env.npm_config_against !== undefined && !process.argv.includes('--against'))
    fail('npm took --against for itself. Put -- before it: npm run dev -- mfe-billing --against https://staging.example.com');
  const { positionals, values } = parseOptions();
  const areas = [...new Set(positionals.map((name) => name.replace(/^mfe-/, '')))].map((name) => (isAreaName(name) ? name : fail(USAGE)));
  if (areas.length === 0 || (areas.length > 1 && values.against === undefined)) fail(USAGE);
  return { areas, against: values.against };
}

function parseOptions() {
  try {
    return parseArgs({ args: process.argv.slice(2), options: { against: { type: 'string' } }, allowPositionals: true });
  } catch {
    return fail(USAGE);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function developLocally(area: AreaName): Promise<void> {
  // Leaves out this area: its code may be unfinished.
  await processes.runToEnd(spawnNode('tools/build/main.ts', [`--without=${area}`]));
  await buildDevelopmentShell();
  await startDevelopmentServer(area, processes);
  processes.add('Portage', spawnNode('local/dist/main.js', [], { PORTAGE_DEVELOPMENT_AREA: area }, true));
}

function spawnNode(script: string, args: string[], env: Record<string, string> = {}, hasChannel = false) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...args], {
    cwd: ROOT,
    // The channel closes when this process ends for any reason, so Portage notices.
    stdio: ['ignore', 'inherit', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
    env: { ...process.env, ...env },
  });
}
