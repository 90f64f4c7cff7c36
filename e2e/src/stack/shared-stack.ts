import { inject } from 'vitest';

/** The stack that all files of this test process share; each process has its own. */
export function sharedBaseUrl(): string {
  return pickOwn(inject('baseUrls')) as string;
}

/** Its data folder; undefined if a running Portage is tested. */
export function sharedDataDir(): string | undefined {
  return pickOwn(inject('dataDirs'));
}

function pickOwn(all: readonly string[]): string | undefined {
  return all[(Number(process.env.VITEST_POOL_ID) - 1) % all.length];
}
