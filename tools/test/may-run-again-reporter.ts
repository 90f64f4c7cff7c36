import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Writes the paths of failed files that may run once more by themselves, because a busy machine may have starved them. Their project
 * gives a test a second try. A test that refuses one (`retry: 0`, as those that kill processes) lets its file run again only where
 * it waited for something that did not come in time: what such a test counts is never counted again. Tests of pure code have no
 * second try.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export.
export default class MayRunAgainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.PORTAGE_MAY_RUN_AGAIN;
    if (!file) return;
    const failed = modules.filter((module) => isFailed(module) || unhandledErrors.some(isErrorOf(module)));
    // An error outside of every test that names no file belongs to none: no file that runs again can take it back.
    const isOfFiles = unhandledErrors.every((error) => isErrorOfPool(error) || modules.some((module) => isErrorOf(module)(error)));
    writeFileSync(file, JSON.stringify(isOfFiles ? failed.filter(mayRunAgain).map(({ moduleId }) => moduleId) : []));
  }
}

/** A file whose process did not start or broke off has tests that never ran. */
function isFailed(module: TestModule): boolean {
  return !['passed', 'skipped'].includes(module.state());
}

/** A process for tests did not start in time; the tests of its files never ran. */
function isErrorOfPool({ message = '' }: SerializedError): boolean {
  return message.startsWith('[vitest-pool]');
}

function isErrorOf({ moduleId }: TestModule) {
  return (error: SerializedError) => error.VITEST_TEST_PATH === moduleId;
}

function mayRunAgain({ project, children }: TestModule): boolean {
  if (!hasTries(project.config.retry)) return false;
  return [...children.allTests('failed')].every((test) => hasTries(test.options.retry) || hasWaitedInVain(test));
}

function hasWaitedInVain(test: TestCase): boolean {
  const { errors = [] } = test.result();
  return (
    errors.length > 0 && errors.every((error) => /\b(in time|timed out|timeout)\b/i.test(`${error.message} ${error.cause?.message ?? ''}`))
  );
}

function hasTries(retry: number | { count?: number } | undefined): boolean {
  return (typeof retry === 'object' ? retry.count : retry) !== undefined && retry !== 0;
}
