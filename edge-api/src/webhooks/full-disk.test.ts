import { expect, test, vi } from 'vitest';
import { makeBelongings } from '../../test/access/belongings.ts';
import { type ApiResponse, api, testEnv } from '../../test/api.ts';
import { APPROVAL_ID } from '../../test/run-shard.ts';
import type { Env } from '../env.ts';

const STORES = ['RUN_SHARDS', 'SCHEDULES', 'EVENTS', 'QUOTAS', 'CONNECTIONS'] as const;

/** Makes the named objects unable to store anything. */
function without(message: string, names: readonly (typeof STORES)[number][] = STORES): Partial<Env> {
  const failing = new Proxy({}, { get: () => () => Promise.reject(new Error(message)) });
  const binding = (name: (typeof STORES)[number]) => ({
    idFromName: (text: string) => (testEnv[name] as DurableObjectNamespace).idFromName(text),
    get: () => failing,
  });
  return Object.fromEntries(names.map((name) => [name, binding(name)]));
}

function expectLater({ status, headers, body }: ApiResponse): void {
  expect(status, JSON.stringify(body)).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const text = expect.stringMatching(/\w{3}/);
  expect(body).toEqual({ isSuccess: false, errors: [{ userMessage: text, message: text, code: expect.stringMatching(/^[a-z-]+$/) }] });
}

test.each([
  'database or disk is full: SQLITE_FULL',
  'attempt to write a readonly database: SQLITE_READONLY',
  'disk I/O error: SQLITE_IOERR_FSYNC',
  'internal error; reference = 0123456789abcdef',
])('calls that start or continue a run are 503 with Retry-After while objects fail with “%s”, and start nothing', async (message) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const of = await makeBelongings();
  const { token } = of.owner;
  const runs = async () => (await api(`GET /api/workflows/instances?WorkflowId=${of.workflowId}`, { token })).body.totalCount;
  const before = await runs();
  const env = without(message);
  const delivery = { headers: { 'x-shopify-webhook-id': crypto.randomUUID() }, body: { total: 7 } };
  for (const [call, body] of [
    [`POST /api/workflows/${of.workflowId}/run`, {}],
    [`POST /api/workflows/${of.workflowId}/test-run`, {}],
    [`POST /api/workflows/${of.workflowId}/test-step`, { step: { stepId: 'x', type: 'CustomScript', script: 'return 1' } }],
    [`GET /api/workflows/instances/${of.runId}/re-run?type=StartNew`, undefined],
    [`GET /api/workflows/instances/${of.runId}/cancel`, undefined],
    [`POST /api/approvals/${of.runId}/${APPROVAL_ID}/answer`, { decision: 'Approved' }],
  ] as const) {
    expectLater(await api(call, { token, body, env }));
  }
  expectLater(await api(`POST /api/webhooks/${of.triggerCode}`, { ...delivery, env }));
  expectLater(
    await api(`POST /api/webhooks/${of.triggerCode}`, {
      rawBody: 'a=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      env,
    }),
  );
  expect(await runs()).toBe(before);

  expect((await api(`POST /api/webhooks/${of.triggerCode}`, delivery)).status).toBe(202);
  vi.restoreAllMocks();
});

test('a schedule that can’t be stored is 503 with Retry-After', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { owner } = await makeBelongings();
  const schedule = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day', timeZone: 'Europe/Berlin' };
  const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule, nextStepId: null }];
  const { body, status, message } = await api('POST /api/workflows', { token: owner.token, body: { name: 'Daily', steps } });
  expect(status, message).toBe(200);
  const env = without('database or disk is full: SQLITE_FULL', ['SCHEDULES']);
  expectLater(await api(`POST /api/workflows/${body.workflow.id}/activate`, { token: owner.token, env }));
  vi.restoreAllMocks();
});
