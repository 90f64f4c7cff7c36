// npm test: types, lint, dead code, unit, Workers and browser tests; the last line is "N passed, N failed". `--all` adds the
// long tests, `--unit` leaves only lint, types and tests of pure code, `--checks` no tests.
// `npm test -- workflow` runs the parts whose name contains the word, `npm test -- --affected` the parts that a change
// touches (`--since <branch, tag or commit>`: compared with a base other than main).
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { watchCores } from './busy-cores.ts';
import { choose, readChoice } from './choice.ts';
import { commandPart, type Part } from './part.ts';
import { checkParts, testedParts } from './parts.ts';
import { type Finished, runParts } from './run-parts.ts';
import { formatSummary } from './summary.ts';

/** As many cores as the smallest machine these tests are for. */
const PARALLEL = 2;

function buildPart(): Part {
  return commandPart('build', process.execPath, [join(ROOT, 'tools', 'build', 'main.ts')]);
}

try {
  const choice = readChoice(process.argv.slice(2));
  const wanted = choose(choice);
  const checks = checkParts(choice.tier, wanted);
  const tested = await testedParts(choice.tier, wanted);
  const startedMs = performance.now();
  const busyShare = watchCores();
  const finished: Finished[] = await runParts(
    { build: choice.tier !== 'unit' && tested.length > 0 ? buildPart() : null, checks, tested },
    PARALLEL,
  );
  for (const line of formatSummary(finished, { wallMs: performance.now() - startedMs, busyShare: busyShare() })) console.log(line);
  process.exitCode = finished.every(({ result }) => result.failed === 0) && finished.some(({ result }) => result.passed > 0) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
