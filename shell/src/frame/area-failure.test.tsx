import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { AreaProblem } from '../federation/area-problem.ts';
import type { Preview } from '../federation/page-previews.ts';

// Set by the build.
vi.stubGlobal('PORTAGE_ENVIRONMENT', 'production');
const { AreaFailure } = await import('./area-failure.tsx');

const preview: Preview = {
  id: 'p1',
  area: 'billing',
  name: 'checkout-copy',
  version: 'v2',
  by: 'ada@acme.com',
  endsAt: '2026-12-07T10:00:00.000Z',
  entry: '/mfe/billing/v2/mf-manifest.json',
  integrity: { manifest: 'sha256-a', remoteEntry: 'sha256-b' },
};

test.for([
  ['doesn’t load', 'load', new Error('404')],
  ['hangs', 'load', new AreaProblem('hung', 'it didn’t mount within 10 seconds')],
  ['doesn’t fit the page', 'load', new AreaProblem('mismatch', 'it was built for host.added')],
  ['throws', 'render', new Error('unfinished')],
] as const)('a preview that %s says how to get the live version back, and no admin is asked to roll anything back', ([, reason, error]) => {
  const status = { kind: 'failed', error, reason } as const;
  const render = (shown: Preview | undefined) => renderToStaticMarkup(<AreaFailure status={status} preview={shown} onRetry={() => {}} />);
  expect(render(preview)).toContain(
    'This is the preview “checkout-copy”: end it above to get the live version, and tell ada@acme.com what happened.',
  );
  expect(render(preview)).not.toContain('admin');
  expect(render(undefined)).not.toContain('preview');
});
