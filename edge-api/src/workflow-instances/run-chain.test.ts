import { makeRunId, toOwnerId } from '@portage/contracts';
import { expect, test } from 'vitest';
import { api, signedInPerson } from '../../test/api.ts';
import { findStart } from '../../test/run-engine.ts';
import { stepsWith } from '../../test/workflows.ts';

const runId = (random: string) => makeRunId(toOwnerId(crypto.randomUUID()), Date.now(), 0, random);
const buildChainHeaders = (origin: string) => ({ 'portage-run-hops': '2', 'portage-run-origin': origin });

test('HOSTILE 37: a run’s calls count for the first run of its chain, whatever they start', async () => {
  const { token } = await signedInPerson();
  const make = async (type: 'Webhook' | 'Manual' | 'Scheduled') =>
    (await api('POST /api/workflows', { token, body: { name: type, steps: stepsWith(type, 'return 1') } })).body.workflow;
  const [hook, manual] = [await make('Webhook'), await make('Manual')];
  const headers = buildChainHeaders(runId('runsarenowusedup'));
  const refusal = { status: 409, body: { errors: [expect.objectContaining({ code: 'run-chain-used-up' })] } };
  // The failing call reports the reason, and no other does.
  expect(await api(`POST /api/workflows/${hook.id}/activate`, { token, headers })).toMatchObject(refusal);
  await api(`POST /api/workflows/${hook.id}/activate`, { token });
  expect(await api(`POST /api/webhooks/${hook.triggerCode}`, { body: {}, headers })).toMatchObject(refusal);
  expect(await api(`POST /api/workflows/${manual.id}/test-run`, { token, headers, body: {} })).toMatchObject(refusal);
  expect((await api(`POST /api/webhooks/${hook.triggerCode}`, { body: {} })).status).toBe(202);

  const origin = runId('firstofmanyruns');
  const started = await api(`POST /api/workflows/${manual.id}/test-run`, { token, headers: buildChainHeaders(origin), body: {} });
  expect(started.status, started.message).toBe(200);
  expect(await findStart(started.body.workflowInstanceId)).toMatchObject({ trigger: { chain: { hops: 2, origin } } });
  // A malformed header isn't a chain.
  expect((await api(`POST /api/webhooks/${hook.triggerCode}`, { body: {}, headers: buildChainHeaders('usedup') })).status).toBe(202);
});
