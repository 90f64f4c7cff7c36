// npm run contract:release: saves the current contract as the released one, under the next version.
// `-- --breaking "why"` if it breaks callers on purpose; otherwise such a release is refused.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { calls } from '@portage/contracts/calls';
import {
  compareContracts,
  type DescribedContract,
  describeContract,
  type ReleasedContract,
  tellDifference,
} from '@portage/contracts/compatibility';

const RELEASED_FILE = join(ROOT, 'packages/contracts/released/contract.json');
const VERSION_FILE = join(ROOT, 'packages/contracts/src/released/contract-version.ts');
const MIGRATIONS = join(ROOT, 'packages/database/migrations');

/** One line per call, so that changing one call changes one line. */
function asText({ contractVersion, calls: described }: ReleasedContract): string {
  const lines = Object.entries(described).map(([key, call]) => `    ${JSON.stringify(key)}: ${JSON.stringify(call)}`);
  return `{\n  "contractVersion": ${contractVersion},\n  "calls": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function versionText(contractVersion: number): string {
  return `// Written by \`npm run contract:release\`.
/** Counts the released contracts of the HTTP API; a deployment says which one it was built against. */
export const contractVersion = ${contractVersion};
`;
}

function readPrevious(): ReleasedContract {
  if (!existsSync(RELEASED_FILE)) return { contractVersion: 0, calls: {} };
  return JSON.parse(readFileSync(RELEASED_FILE, 'utf8')) as ReleasedContract;
}

const isSame = (a: DescribedContract, b: DescribedContract) => JSON.stringify(a) === JSON.stringify(b);

const { values } = parseArgs({ options: { breaking: { type: 'string' } } });
const previous = readPrevious();
const now = describeContract(calls);
const differences = compareContracts(previous.calls, now);
const breaks = differences.filter(({ severity }) => severity === 'break');
for (const difference of differences)
  console.log(`${difference.severity === 'break' ? 'BREAKS ' : 'warning'}  ${tellDifference(difference)}`);

if (breaks.length > 0 && !values.breaking) {
  console.error(
    `Not released: ${breaks.length} ${breaks.length === 1 ? 'change breaks' : 'changes break'} callers of contract ${previous.contractVersion}. ` +
      'Keep what they use beside the new, or say why it may go: npm run contract:release -- --breaking "unused since 1.4".',
  );
  process.exitCode = 1;
} else {
  releaseContract();
  releaseTables();
}

function releaseContract(): void {
  if (isSame(previous.calls, now)) {
    console.log(`Nothing has changed since contract ${previous.contractVersion}.`);
    return;
  }
  const contractVersion = previous.contractVersion + 1;
  writeFileSync(RELEASED_FILE, asText({ contractVersion, calls: now }));
  writeFileSync(VERSION_FILE, versionText(contractVersion));
  const why = values.breaking ? `, breaking: ${values.breaking}` : '';
  console.log(`Released contract ${contractVersion} (${Object.keys(now).length} calls)${why}.`);
}

/** Saves the tables that this release's code uses: later migrations must leave it working. */
function releaseTables(): void {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] };
  const tag = journal.entries.at(-1)?.tag;
  writeFileSync(join(MIGRATIONS, 'released.json'), `${JSON.stringify({ tag }, null, 2)}\n`);
  console.log(`Its tables are those of migration ${tag}.`);
}
