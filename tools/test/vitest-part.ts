import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  /** Failed files that a busy machine may have starved. */
  mayRunAgain: string[];
  isSuccess: boolean;
  processorMs: number;
  output: string;
}

const MAY_RUN_AGAIN_REPORTER = fileURLToPath(import.meta.resolve('./may-run-again-reporter.ts'));
/** If more files fail, something is broken. */
const MOST_FILES_AGAIN = 8;

/**
 * The tests of one folder that has a vitest.config.ts.
 *
 * @param args for Vitest
 */
export function vitestPart(folder: string, env: () => Record<string, string> = () => ({}), args: string[] = []): Part {
  return {
    name: folder,
    folder,
    async run() {
      const first = await runVitest(folder, env(), args);
      const result = buildResult(folder, first);
      const isWorthIt = first.mayRunAgain.length > 0 && first.mayRunAgain.length <= MOST_FILES_AGAIN;
      return isWorthIt ? { ...result, runAgain: () => runFilesAgain(folder, env(), first) } : result;
    },
  };
}

async function runVitest(folder: string, env: Record<string, string>, more: string[]): Promise<Run> {
  const scratch = await mkdtemp(join(tmpdir(), 'portage-test-'));
  const reportFile = join(scratch, 'report.json');
  const againFile = join(scratch, 'may-run-again.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--reporter=${MAY_RUN_AGAIN_REPORTER}`];
    const args = ['run', ...reporters, `--outputFile.json=${reportFile}`, '--no-color', ...more];
    const { isSuccess, output, processorMs } = await runCommand('vitest', args, {
      cwd: join(ROOT, folder),
      env: { CI: 'true', ...env, PORTAGE_MAY_RUN_AGAIN: againFile },
    });
    const report = await readJson<Report>(reportFile);
    return { report, mayRunAgain: (await readJson<string[]>(againFile)) ?? [], isSuccess, processorMs, output };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Runs each of the files by itself. A file that now passes counts as passed, and its first failure is reported. */
async function runFilesAgain(folder: string, env: Record<string, string>, first: Run): Promise<PartResult> {
  const passed: FileReport[] = [];
  let { output, processorMs } = first;
  for (const file of first.mayRunAgain) {
    const again = await runVitest(folder, env, ['--maxWorkers=1', file]);
    processorMs += again.processorMs;
    const fileReport = again.report?.testResults.find(({ name }) => name === file);
    if (again.isSuccess && fileReport) passed.push(fileReport);
    else output += again.output;
  }
  const before = first.report?.testResults ?? [];
  const testResults = before.map((one) => passed.find(({ name }) => name === one.name) ?? one);
  // A file whose tests pass may still fail, by an error outside them.
  const isSuccess = passed.length === first.mayRunAgain.length && testResults.every(({ status }) => status === 'passed');
  const result = buildResult(folder, { ...first, report: { testResults }, isSuccess, processorMs, output });
  const failedAtFirst = before.filter(({ name }) => passed.some((one) => one.name === name));
  const retried = failuresIn(folder, { testResults: failedAtFirst }).map(
    ({ test, message }) => `${test}: passed when it ran by itself; before: ${firstLine(message)}`,
  );
  return { ...result, retried: [...retriedIn({ testResults }), ...retried] };
}

async function readJson<Content>(file: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content;
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
    retried: retriedIn(report),
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

/** Tests that passed at a second try keep the first try's failure. */
function retriedIn({ testResults }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0] ?? '')}`);
}

const firstLine = (message: string) => message.split('\n', 1)[0];
