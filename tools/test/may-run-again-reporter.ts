import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes the paths of failed files that may run once more by themselves. Their project gives a test a second try, and no test of
 * theirs refuses it: a test that kills processes does (`retry: 0`), and tests of pure code have none.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter's default export.
export default class MayRunAgainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.PORTAGE_MAY_RUN_AGAIN;
    if (!file) return;
    // An error outside of every test belongs to no file.
    const failed = unhandledErrors.length > 0 ? [] : modules.filter((module) => !module.ok());
    writeFileSync(file, JSON.stringify(failed.filter(mayRunAgain).map(({ moduleId }) => moduleId)));
  }
}

function mayRunAgain({ project, children }: TestModule): boolean {
  return hasTries(project.config.retry) && [...children.allTests()].every(({ options }) => hasTries(options.retry));
}

function hasTries(retry: number | { count?: number } | undefined): boolean {
  return (typeof retry === 'object' ? retry.count : retry) !== undefined && retry !== 0;
}
