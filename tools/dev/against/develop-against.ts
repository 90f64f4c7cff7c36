import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { AREAS, type AreaName } from '@portage/registry';
import { LEAN_CHECK, prepareTypeChecks } from '../../test/type-checks.ts';
import { startDevelopmentServer } from '../development-server.ts';
import { buildDevelopmentShell, DEVELOPMENT_SITE } from '../development-shell.ts';
import type { Processes } from '../processes.ts';
import { compareContract } from './compare-contract.ts';
import { startProxy } from './proxy.ts';
import { checkTarget, isLoopback, parseTarget, TargetError } from './target.ts';

/** Always the same, because browsers store a sign-in by address. */
const DEFAULT_PORT = 27_110;

/**
 * Runs areas from their sources in a deployed Portage: a server on loopback gets everything else from there.
 *
 * @param address of the deployed Portage, as the person gave it
 * @throws TargetError
 */
export async function developAgainst(areas: readonly AreaName[], address: string, processes: Processes, env = process.env): Promise<void> {
  const target = parseTarget(address);
  const port = readPort(env.PORT);
  await checkTarget(target);
  const warnings = await Promise.all(areas.map((area) => compareContract(area, target, env.PORTAGE_DEPLOY_TOKEN || undefined)));
  for (const warning of warnings) if (warning !== null) console.warn(`Warning: ${warning}`);
  await buildDevelopmentShell();
  await Promise.all(areas.map((area) => startDevelopmentServer(area, processes)));
  await startProxy({ target, areas, site: DEVELOPMENT_SITE, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new TargetError(
      `Port ${port} is taken, probably by another npm run dev. Stop that one, or choose another port: PORT=27111 npm run dev …`,
    );
  });
  for (const area of areas) watchTypes(area, processes);
  console.log(welcome(areas, target, port));
}

function readPort(text: string | undefined): number {
  const port = text ? Number(text) : DEFAULT_PORT;
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new TargetError(`PORT is "${text}". Set it to a free port, or leave it out for ${DEFAULT_PORT}.`);
}

/** Type errors don't stop an edit from showing; they are printed here. */
function watchTypes(area: AreaName, processes: Processes): void {
  for (const { project } of prepareTypeChecks([`mfe-${area}`])) {
    const child = spawn(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, ...LEAN_CHECK.options, '--watch', '--preserveWatchOutput'], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...LEAN_CHECK.env },
    });
    processes.add(`The type check of mfe-${area}`, child);
  }
}

function welcome(areas: readonly AreaName[], target: string, port: number): string {
  const names = areas.map((area) => `mfe-${area}`).join(', ');
  const isOwn = isLoopback(new URL(target).hostname);
  const [first] = areas;
  return [
    '',
    `${names} ${areas.length === 1 ? 'runs' : 'run'} from ${areas.length === 1 ? 'its' : 'their'} sources: http://localhost:${port}${first ? AREAS[first].firstPage : ''}`,
    `  Everything else is ${target}: its API, its data and its other areas. The shell is this checkout’s.`,
    isOwn
      ? ''
      : `  THE DATA IS REAL. What you change or run in this browser, you change and run on ${new URL(target).host}, for everyone there.`,
    '  Sign in with an e-mail address and a password of that Portage. Links in its e-mails, and sign-ins of connectors, lead there, not here.',
    '  Only this machine can open the address. Stop with Ctrl-C.',
  ]
    .filter(Boolean)
    .join('\n');
}
