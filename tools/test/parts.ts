import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from '@portage/build-output';
import { findChromium } from '@portage/deploy-client/chromium';
import { isUnit, readProjects } from '../test-settings/folder-projects.ts';
import type { Tier } from './choice.ts';
import { commandPart, type Part } from './part.ts';
import { LEAN_CHECK, prepareTypeChecks, type TypeCheck } from './type-checks.ts';
import { vitestPart } from './vitest-part.ts';

/** Every folder that may have tests. */
function folders(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  const top = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
  return [...packages, ...top].sort();
}

/** Folders with a tsconfig.json, as the root's names them. */
function projects(): string[] {
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as { references: { path: string }[] };
  return references.map(({ path }) => path);
}

const has = (file: string) => (folder: string) => existsSync(join(ROOT, folder, file));

const TESTED_DEAD_CODE = ['--production', '--config', 'knip.production.json', '--include', 'files,exports,types'];

type IsWanted = (part: Pick<Part, 'name' | 'folder'>) => boolean;

/** The wanted parts that check the code; they are quick and need no build. */
export function checkParts(tier: Tier, isWanted: IsWanted): Part[] {
  const lint = commandPart('lint', 'biome', ['check', '.', '--error-on-warnings', '--max-diagnostics=50', '--colors=off']);
  const deadCode = commandPart('dead code', 'knip', ['--no-progress']);
  // Exports and files of the Workers and packages that only tests use.
  const testedDeadCode = commandPart('tested dead code', 'knip', ['--no-progress', ...TESTED_DEAD_CODE]);
  const rooms = commandPart('rooms', process.execPath, ['tools/rooms/main.ts']);
  const checks = tier === 'unit' ? [lint, rooms] : [lint, rooms, deadCode, testedDeadCode];
  const wanted = projects().filter((folder) => isWanted({ name: `types ${folder}`, folder }));
  return [...checks.filter(isWanted), ...prepareTypeChecks(wanted).map(typesPart)];
}

function typesPart({ folders, project }: TypeCheck): Part {
  return commandPart(`types ${folders.join(', ')}`, 'tsc', ['-p', project, ...LEAN_CHECK.options], { env: LEAN_CHECK.env });
}

/** Started first, so that no core waits for one of them at the end: the browser tests take longest by far. */
const LONGEST = ['e2e', 'shell', 'edge-api', 'durable-runs', 'packages/ui', 'packages/sandbox'];

/** What most people do on a page, from its start to its end: of the tests on the whole product, all that a change needs. */
const JOURNEYS = ['.journey.test.ts'];

/** The wanted tests of each folder, longest first, and those of pure code in one process for all folders. */
export async function testedParts(tier: Tier, isWanted: IsWanted): Promise<Part[]> {
  if (tier === 'checks') return [];
  const long = { PORTAGE_LONG_TESTS: tier === 'all' ? 'yes' : 'no' };
  const wanted = folders().filter((folder) => has('vitest.config.ts')(folder) && isWanted({ name: folder, folder }));
  const tested = await Promise.all(
    wanted.map(async (folder) => {
      const projects = await readProjects(folder);
      return { folder, hasUnit: projects.some(isUnit), hasOthers: !projects.every(isUnit) };
    }),
  );
  const pure = tested.filter(({ hasUnit }) => hasUnit).map(({ folder }) => join(ROOT, folder, sep));
  const unitTests = pure.length > 0 ? [{ ...vitestPart('.', () => long, pure), name: 'unit tests' }] : [];
  if (tier === 'unit') return unitTests;
  const others = tested
    .filter(({ hasOthers }) => hasOthers)
    .sort((left, right) => rank(left.folder) - rank(right.folder))
    .map(({ folder, hasUnit }) => {
      const only = folder === 'e2e' && tier !== 'all' ? JOURNEYS : [];
      return vitestPart(folder, () => ({ ...browserEnvironment(), ...long }), hasUnit ? ['--project=!unit', ...only] : only);
    });
  return [...others, ...unitTests];
}

function rank(folder: string): number {
  const at = LONGEST.indexOf(folder);
  return at < 0 ? LONGEST.length : at;
}

let environment: Record<string, string> | undefined;

/** Without a browser, only the tests that need one fail. */
function browserEnvironment(): Record<string, string> {
  if (environment) return environment;
  try {
    environment = { CHROMIUM: findChromium() };
  } catch (error) {
    console.log((error as Error).message);
    environment = {};
  }
  return environment;
}
