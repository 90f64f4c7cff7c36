import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../build/workspace-root.ts';
import { type Part, type PartResult, runCommand } from './part.ts';

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

export interface Shard {
  index: number;
  count: number;
}

/** The tests of one folder that has a vitest.config.ts; with `shard`, that share of its files. */
export function vitestPart(folder: string, env: () => Record<string, string> = () => ({}), shard?: Shard): Part {
  return {
    name: shard ? `${folder} ${shard.index}/${shard.count}` : folder,
    async run() {
      const scratch = await mkdtemp(join(tmpdir(), 'portage-test-'));
      const reportFile = join(scratch, 'report.json');
      try {
        const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--no-color'];
        if (shard) args.push(`--shard=${shard.index}/${shard.count}`);
        const { isSuccess, output } = await runCommand('vitest', args, { cwd: join(ROOT, folder), env: { CI: 'true', ...env() } });
        return resultOf(await readReport(reportFile), isSuccess, output);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

async function readReport(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** A run that ended badly without a failed test (a file that does not load, a setup that throws) is one failure. */
function resultOf(report: Report | null, isSuccess: boolean, output: string): PartResult {
  if (!report) return { passed: 0, failed: 1, skipped: 0, output };
  const failed = report.numFailedTests || (isSuccess && report.success ? 0 : 1);
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: retriedIn(report),
    output,
  };
}

/** Tests that passed at a second try keep what the first one failed with. */
function retriedIn({ testResults }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n', 1)[0]}`);
}
