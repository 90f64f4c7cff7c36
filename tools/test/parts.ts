import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { findChromium } from './find-chromium.ts';
import { commandPart, type Part } from './part.ts';
import { LEAN_CHECK, type TypeCheck, typeChecksOf } from './type-checks.ts';
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
export function checkParts(isWanted: IsWanted): Part[] {
  const checks = [
    commandPart('lint', 'biome', ['check', '.', '--error-on-warnings', '--max-diagnostics=50', '--colors=off']),
    commandPart('dead code', 'knip', ['--no-progress']),
  ];
  const wanted = projects().filter((folder) => isWanted({ name: `types ${folder}`, folder }));
  return [...checks.filter(isWanted), ...typeChecksOf(wanted).map(typesPart)];
}

function typesPart({ folders, project }: TypeCheck): Part {
  return commandPart(`types ${folders.join(', ')}`, 'tsc', ['-p', project, ...LEAN_CHECK.options], { env: LEAN_CHECK.env });
}

const BROWSER_FOLDERS = ['e2e'];
/** Started first, so that no core waits for one of them at the end. */
const LONGEST = ['shell', 'edge-api', 'durable-runs', 'packages/ui', 'packages/sandbox'];

/** Each folder's unit and Workers tests; the shell and the design system also open a browser. */
export function unitParts(): Part[] {
  const tested = folders()
    .filter(has('vitest.config.ts'))
    .filter((folder) => !BROWSER_FOLDERS.includes(folder));
  return [...LONGEST, ...tested.filter((folder) => !LONGEST.includes(folder))].map((folder) => vitestPart(folder, browserEnvironment));
}

/** Tests on the running product. */
export function browserParts(): Part[] {
  return BROWSER_FOLDERS.map((folder) => vitestPart(folder, browserEnvironment));
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
