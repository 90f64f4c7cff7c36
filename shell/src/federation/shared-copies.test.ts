import { expect, test } from 'vitest';
import { listShared } from './shared-copies.ts';

test('an area’s copies are those that the runtime gave it: whose they are, one for each package', () => {
  const shell = (useIn: string[]) => ({ from: 'portage_shell', useIn });
  const scopes = {
    default: {
      react: { '19.3.1': shell(['portage_workflows_v1', 'portage_billing_v1']) },
      'react/jsx-runtime': { '19.3.1': shell(['portage_workflows_v1']) },
      '@tanstack/react-query': {
        '5.0.0': shell(['portage_billing_v1']),
        '6.0.0': { from: 'portage_workflows_v1', useIn: ['portage_workflows_v1'] },
      },
      'single-spa-react': { '6.0.3': { from: 'portage_shell' } },
    },
  };
  expect(listShared(scopes, 'portage_workflows_v1')).toEqual([
    { package: '@tanstack/react-query', version: '6.0.0', from: 'area' },
    { package: 'react', version: '19.3.1', from: 'shell' },
  ]);
  expect(listShared(scopes, 'portage_workflows_v2')).toEqual([]);
});
