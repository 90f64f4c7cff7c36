import { expect, test, vi } from 'vitest';
import { api, testEnv } from '../../test/api.ts';
import type { Env } from '../env.ts';
import worker from '../worker.ts';
import { missingSettings, setUpProblem } from './missing-settings.ts';

const engine = { missing: [], connectorKeyIds: ['test'] };
const key = 'A'.repeat(43);
const execution = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;
const ask = (path: string, changes: Record<string, unknown>) =>
  worker.fetch(new Request(`https://portage.test${path}`), { ...testEnv, ...changes } as Env, execution);

test.for<[Record<string, unknown>, string[]]>([
  [{ DATABASE_URL: '' }, ['DATABASE_URL']],
  [{ TOKEN_SECRET: undefined }, ['TOKEN_SECRET']],
  [{ TOKEN_SECRET: 'too-short-and-secret' }, ['TOKEN_SECRET']],
  [{ CONNECTOR_KEYS: 'no keys at all' }, ['CONNECTOR_KEYS']],
  [{ DATABASE_URL: undefined, TOKEN_SECRET: '', CONNECTOR_KEYS: undefined }, ['DATABASE_URL', 'TOKEN_SECRET', 'CONNECTOR_KEYS']],
])('a Worker started with %j says what it lacks, at every address, and shows none of it', async ([changes, missing]) => {
  expect(missingSettings({ ...testEnv, ...changes } as Env)).toEqual(missing);
  for (const path of ['/api/health', '/api/workflows', '/api/webhooks/abc']) {
    const response = await ask(path, changes);
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(JSON.parse(text).errors[0]).toMatchObject({
      code: 'not-set-up',
      userMessage: `Portage is not set up: edge-api lacks ${missing.join(', ')}.`,
    });
    for (const value of Object.values(changes)) if (value) expect(text).not.toContain(String(value));
    expect(response.headers.get('strict-transport-security')).toContain('max-age');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('a cron without them fails and names them', async () => {
  const scheduled = worker.scheduled({ cron: '17 * * * *' } as ScheduledController, { ...testEnv, TOKEN_SECRET: '' } as Env, execution);
  await expect(scheduled).rejects.toThrow('edge-api lacks TOKEN_SECRET');
});

test.for([
  [{}, engine, null],
  [{}, { ...engine, missing: ['DATABASE_URL'] }, 'Portage is not set up: durable-runs lacks DATABASE_URL.'],
  [{}, { ...engine, connectorKeyIds: ['other'] }, /durable-runs lacks the key test; CONNECTOR_KEYS of edge-api lacks the key other/],
  // While keys are changed, both Workers know both, whichever is current.
  [{ CONNECTOR_KEYS: `test:${key},next:${key}` }, { ...engine, connectorKeyIds: ['next', 'test'] }, null],
] as const)('with %j here and %j there: %s', ([changes, there, expected]) => {
  const problem = setUpProblem({ ...testEnv, ...changes } as Env, {
    ...there,
    missing: [...there.missing],
    connectorKeyIds: [...there.connectorKeyIds],
  });
  if (expected instanceof RegExp) expect(problem).toMatch(expected);
  else expect(problem).toBe(expected);
});

test('health names what the engine lacks', async () => {
  const EGRESS = { settings: async () => ({ missing: ['CONNECTOR_KEYS'], connectorKeyIds: [] }) };
  const response = await ask('/api/health', { EGRESS });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('durable-runs lacks CONNECTOR_KEYS');
  expect((await api('GET /api/health')).status).toBe(200);
});

test('a check that succeeded counts for a moment, one that failed does not', async () => {
  let checks = 0;
  const settings = async () => {
    checks += 1;
    if (checks === 1) throw new Error('starting');
    return testEnv.EGRESS.settings();
  };
  // One set of bindings, as an isolate has.
  const env = { ...testEnv, EGRESS: { settings } } as unknown as Env;
  const check = async () => (await worker.fetch(new Request('https://portage.test/api/health'), env, execution)).status;
  vi.useFakeTimers({ toFake: ['Date'] });
  expect([await check(), await check(), await check()]).toEqual([503, 200, 200]);
  expect(checks).toBe(2);
  vi.setSystemTime(Date.now() + 1_000);
  expect(await check()).toBe(200);
  vi.useRealTimers();
  expect(checks).toBe(3);
});
