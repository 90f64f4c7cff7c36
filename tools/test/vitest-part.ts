import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type Part, type PartResult, runCommand } from './part.ts';

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[];
  }[];
}

/** The tests of one folder that has a vitest.config.ts. */
export function vitestPart(folder: string, env: () => Record<string, string> = () => ({})): Part {
  return {
    name: folder,
    folder,
    async run() {
      const scratch = await mkdtemp(join(tmpdir(), 'portage-test-'));
      const reportFile = join(scratch, 'report.json');
      try {
        const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--no-color'];
        const { isSuccess, output, processorMs } = await runCommand('vitest', args, {
          cwd: join(ROOT, folder),
          env: { CI: 'true', ...env() },
        });
        return { ...resultOf(folder, await readReport(reportFile), isSuccess, output), processorMs };
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
function resultOf(folder: string, report: Report | null, isSuccess: boolean, output: string): PartResult {
  if (!report) return { passed: 0, failed: 1, skipped: 0, output };
  const failed = report.numFailedTests || (isSuccess && report.success ? 0 : 1);
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: retriedIn(report),
    failures: failuresIn(folder, report),
    files: report.testResults.map(({ name, assertionResults }) => ({
      name: relative(join(ROOT, folder), name),
      durationMs: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    })),
    output,
  };
}

/** Failed tests, and files that could not be loaded. */
function failuresIn(folder: string, { testResults }: Report): { test: string; message: string }[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(join(ROOT, folder), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [{ test: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({ test: `${file} > ${fullName}`, message: failureMessages[0] ?? '' }));
  });
}

/** Tests that passed at a second try keep what the first one failed with. */
function retriedIn({ testResults }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n', 1)[0]}`);
}
