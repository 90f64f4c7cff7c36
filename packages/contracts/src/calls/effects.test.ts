import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallDeclaration, defineCalls } from '../http/define-calls.ts';
import { calls } from './index.ts';

const findCallKeys = (isWanted: (method: string, call: CallDeclaration) => boolean) =>
  Object.entries<CallDeclaration>(calls)
    .filter(([key, call]) => isWanted(key.split(' ')[0] ?? '', call))
    .map(([key]) => key)
    .sort();

test('lists the calls whose effect differs from what their method suggests', () => {
  expect(findCallKeys((method, { effect }) => method === 'GET' && effect === 'write')).toEqual([
    'GET /api/workflows/instances/{id}/cancel',
    'GET /api/workflows/instances/{id}/re-run',
  ]);
  expect(findCallKeys((method, { effect, access }) => method !== 'GET' && effect === 'read' && access !== 'admin')).toEqual([
    'POST /api/approvals/by-link/look',
    'POST /api/deployments/contract',
    'POST /api/deployments/reports',
    'POST /api/integration/integrations/operations/schema',
    'POST /api/workflows/instances/{id}/briefs',
    'POST /api/workflows/preview-schedule',
    'POST /api/workflows/run-jobs/preview',
  ]);
});

test('a call that doesn’t declare its effect doesn’t compile', () => {
  // @ts-expect-error effect is missing
  const declared = defineCalls({ 'GET /api/pets': { summary: 'Pets.', access: 'user', response: z.object({}) } });
  expect(Object.keys(declared)).toHaveLength(1);
});
