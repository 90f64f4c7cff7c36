import { inject } from 'vitest';

/** The stack that all files of this test process share; another process has another one. */
export function sharedBaseUrl(): string {
  const all = inject('baseUrls');
  return all[(Number(process.env.VITEST_POOL_ID) - 1) % all.length] as string;
}
