import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type Part, type PartResult, runCommand } from './part.ts';

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: 'passed' | 'failed';
  message: string;
  assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[];
}

interface Run {
  report: Report | null;
  isSuccess: boolean;
  processorMs: number;
  output: string;
}

/** The tests of one folder that has a vitest.config.ts. @param args for Vitest */
export function vitestPart(folder: string, env: () => Record<string, string> = () => ({}), args: string[] = []): Part {
  return {
    name: folder,
    folder,
    run: async () => buildResult(folder, await runVitest(folder, env(), args)),
  };
}

async function runVitest(folder: string, env: Record<string, string>, more: string[]): Promise<Run> {
  const scratch = await mkdtemp(join(tmpdir(), 'portage-test-'));
  const reportFile = join(scratch, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--no-color', ...more];
    const { isSuccess, output, processorMs } = await runCommand('vitest', args, {
      cwd: join(ROOT, folder),
      env: { CI: 'true', ...env },
    });
    return { report: await readReport(reportFile), isSuccess, processorMs, output };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function readReport(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** A run that ended badly without a failed test (a file that doesn't load, a setup that throws) is one failure. */
function buildResult(folder: string, { report, isSuccess, processorMs, output }: Run): PartResult {
  if (!report) return { passed: 0, failed: 1, skipped: 0, processorMs, output };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  return {
    passed,
    failed: failed || (isSuccess ? 0 : 1),
    skipped: tests.length - passed - failed,
    failures: failuresIn(folder, report),
    files: report.testResults.map(({ name, assertionResults }) => ({
      name: relative(join(ROOT, folder), name),
      durationMs: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    })),
    processorMs,
    output,
  };
}

/** Failed tests, and files that couldn't be loaded. */
function failuresIn(folder: string, { testResults }: Report): { test: string; message: string }[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(join(ROOT, folder), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [{ test: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({ test: `${file} > ${fullName}`, message: failureMessages[0] ?? '' }));
  });
}
