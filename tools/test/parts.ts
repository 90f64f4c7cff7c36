import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { Tier } from './choice.ts';
import { findChromium } from './find-chromium.ts';
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

type IsWanted = (part: Pick<Part, 'name' | 'folder'>) => boolean;

/** The wanted parts that check the code; they are quick and need no build. */
export function checkParts(tier: Tier, isWanted: IsWanted): Part[] {
  const lint = commandPart('lint', 'biome', ['check', '.', '--error-on-warnings', '--max-diagnostics=50', '--colors=off']);
  const deadCode = commandPart('dead code', 'knip', ['--no-progress']);
  const checks = tier === 'unit' ? [lint] : [lint, deadCode];
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

/** The tests of each folder; of pure code alone, in one process for all folders. */
export function testedParts(tier: Tier): Part[] {
  if (tier === 'checks') return [];
  const long = { PORTAGE_LONG_TESTS: tier === 'all' ? 'yes' : 'no' };
  if (tier === 'unit') return [{ ...vitestPart('.', () => long), name: 'unit tests' }];
  const tested = folders().filter(has('vitest.config.ts'));
  return [...LONGEST, ...tested.filter((folder) => !LONGEST.includes(folder))].map((folder) => {
    return vitestPart(folder, () => ({ ...browserEnvironment(), ...long }), folder === 'e2e' && tier !== 'all' ? JOURNEYS : []);
  });
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
