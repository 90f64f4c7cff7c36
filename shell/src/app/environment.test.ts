import { expect, test, vi } from 'vitest';

// The build replaces this constant with the name (shell/rsbuild.config.ts).
vi.stubGlobal('PORTAGE_ENVIRONMENT', 'production');
const { errorDetail } = await import('./environment.ts');

test.each(['stable', 'staging'])('ERR-08: a page that could not be shown in %s shows the error itself', (where) => {
  expect(errorDetail(new Error('no such column'), where)).toContain('no such column');
});

test('ERR-07: in production it reveals nothing internal', () => {
  expect(errorDetail(new Error('no such column'))).toBeUndefined();
});
