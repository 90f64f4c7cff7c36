import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Writes the paths of failed files that may run again by themselves, because a busy machine may have starved them. Their
 * project gives tests a second try. If a test refuses one (`retry: 0`, as tests that kill processes do), its file runs again
 * only if the test timed out waiting: what such a test counts is never counted again. Tests of pure code have no second try.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export.
export default class MayRunAgainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.PORTAGE_MAY_RUN_AGAIN;
    if (!file) return;
    const failed = modules.filter((module) => isFailed(module) || unhandledErrors.some(comesFrom(module)));
    // An error outside every test that names no file belongs to none, so no rerun can clear it.
    const isOfFiles = unhandledErrors.every((error) => isErrorOfPool(error) || modules.some((module) => comesFrom(module)(error)));
    writeFileSync(file, JSON.stringify(isOfFiles ? failed.filter(mayRunAgain).map(({ moduleId }) => moduleId) : []));
  }
}

/** The tests of a file whose process didn't start or broke off never ran. */
function isFailed(module: TestModule): boolean {
  return !['passed', 'skipped'].includes(module.state());
}

/** A test process didn't start in time; the tests of its files never ran. */
function isErrorOfPool({ message = '' }: SerializedError): boolean {
  return message.startsWith('[vitest-pool]');
}

function comesFrom({ moduleId }: TestModule) {
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
