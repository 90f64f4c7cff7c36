// npm run affected: which workspaces a change touches, and which of them to deploy and to test.
// `npm run affected -- --since main --json`; without --since, the uncommitted changes.
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { formatTable } from '../deploy/table.ts';
import { type Affected, affectedBy } from './affected.ts';
import { changedFiles } from './changed-files.ts';
import { readWorkspaces } from './workspace-graph.ts';

/** How to run only this workspace's tests. */
const testCommand = ({ packageName, folder }: Affected) => (packageName ? `npm test -w ${folder}` : `npm test -- ${folder}`);

function told(affected: Affected[], since: string): string {
  if (affected.length === 0) return `Nothing to deploy and nothing to test: no workspace has changed since ${since}.`;
  const rows = affected.map((one) => [
    one.folder,
    one.deploy ? `npm run deploy -w ${one.folder}` : '-',
    one.test ? testCommand(one) : '-',
    one.because.join(', '),
  ]);
  return formatTable(['workspace', 'deploy', 'test', 'because of'], rows);
}

try {
  const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' }, json: { type: 'boolean', default: false } } });
  const affected = affectedBy(changedFiles(values.since), readWorkspaces(ROOT));
  const asJson = () =>
    JSON.stringify(
      affected.map((one) => ({ ...one, testCommand: one.test ? testCommand(one) : null })),
      null,
      2,
    );
  console.log(values.json ? asJson() : told(affected, values.since));
} catch (error) {
  console.error(`${(error as Error).message}. Say npm run affected -- --since <branch, tag or commit>.`);
  process.exitCode = 1;
}
