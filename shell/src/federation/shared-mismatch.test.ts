import { expect, test } from 'vitest';
import { mismatchesOfManifest, mismatchProblem } from './shared-mismatch.ts';

const provided = { react: { version: '19.3.1' }, 'react/jsx-runtime': { version: '19.3.1' }, 'styled-components': { version: '6.6.0' } };
const manifest = (shared: Record<string, unknown>) => ({
  shared: Object.entries(shared).map(([name, requiredVersion]) => ({ name, requiredVersion })),
});

test('an area with the same major versions is accepted', () => {
  expect(mismatchesOfManifest(manifest({ react: '^19.0.0', 'styled-components': '^6.0.0' }), provided)).toEqual([]);
});

test('an area built for another React is refused, in one sentence that names the package once', () => {
  const mismatches = mismatchesOfManifest(manifest({ 'react/jsx-runtime': '^20.0.0', react: '^20.0.0', valtio: '^2.0.0' }), provided);
  expect(mismatchProblem(mismatches).message).toBe(
    'it was built for react ^20.0.0 (this page has 19.3.1), valtio ^2.0.0 (this page has none)',
  );
});

test('a manifest without shared packages is not refused for them', () => {
  for (const nothing of [null, 7, {}, { shared: 'react' }, { shared: [null, {}, { name: 'react' }] }]) {
    expect(mismatchesOfManifest(nothing, provided)).toEqual([]);
  }
});
