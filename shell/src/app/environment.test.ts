import { expect, test, vi } from 'vitest';

// The build puts the name in place of this constant (shell/rsbuild.config.ts).
vi.stubGlobal('PORTAGE_ENVIRONMENT', 'production');
const { errorDetail } = await import('./environment.ts');

test.each(['stable', 'staging'])('ERR-08: a page that could not be shown in %s tells the error itself', (where) => {
  expect(errorDetail(new Error('no such column'), where)).toContain('no such column');
});

test('ERR-07: in production it tells nothing of the inside', () => {
  expect(errorDetail(new Error('no such column'))).toBeUndefined();
});
