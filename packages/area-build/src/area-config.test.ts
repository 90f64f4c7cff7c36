import type { Rspack } from '@rsbuild/core';
import { expect, test } from 'vitest';
import { areaConfig } from './area-config.ts';

test('two builds of the same sources are identical: no id depends on the order in which modules are read', () => {
  const { tools } = areaConfig({ area: 'billing', root: import.meta.dirname, version: 'v1' });
  const config: Rspack.Configuration = { plugins: [], output: {}, optimization: { minimize: true } };
  const change = tools?.rspack as unknown as (config: Rspack.Configuration) => void;
  change(config);
  // Rspack's default, compact-hashed, numbers colliding ids in the order in which they arrive.
  expect(config.optimization).toEqual({ minimize: true, moduleIds: 'deterministic', chunkIds: 'deterministic' });
});
