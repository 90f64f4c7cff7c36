import { evictDurableObject } from 'cloudflare:test';
import { type RunShardRpc, startResultOfText, startText } from '@portage/contracts';
import { deactivateWorkflowRow, saveWebhookVerification } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { expect, test } from 'vitest';
import { getSecretBox } from '../../src/secrets/secret-box-of.ts';
import { triggerChanged } from '../../src/webhooks/trigger-changes.ts';
import { sealVerificationSecret } from '../../src/webhooks/verification-secret.ts';
import { listShardNames } from '../../src/workflow-instances/run-shards.ts';
import { api, database, fetchWorker, type Person, signedInPerson, testEnv } from '../api.ts';
import { makeWebhookWorkflow } from '../workflows.ts';

const post = (path: string) => fetchWorker(path, { method: 'POST', body: '{}' });
const getShard = (shardName: string) => testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName)) as unknown as RunShardRpc;

async function webhook() {
  const person = await signedInPerson();
  const { id, triggerCode } = await makeWebhookWorkflow(person);
  const path = `/api/webhooks/${triggerCode}`;
  expect((await post(path)).status).toBe(202);
  return { person, workflowId: id as string, path };
}

/** Changes a workflow as another isolate does: this isolate keeps its cached address. */
async function changeElsewhere({ person, workflowId }: { person: Person; workflowId: string }, now = new Date()) {
  await triggerChanged({ env: testEnv, now: () => now }, { workflowId, ownerUserId: person.row.id, triggerCode: 'not-this-one' });
}

test('HOSTILE 11: a workflow deactivated through another isolate accepts no more calls, whatever this one has cached', async () => {
  const hook = await webhook();
  await deactivateWorkflowRow(database(), hook.person.row.id, hook.workflowId, new Date());
  // Cached for some seconds, only by this isolate.
  expect((await post(hook.path)).status).toBe(202);
  await changeElsewhere(hook);
  for (let call = 0; call < 3; call += 1) expect((await post(hook.path)).status).toBe(409);
});

test('a changed, active workflow continues with the current version', async () => {
  const hook = await webhook();
  await changeElsewhere(hook);
  for (let call = 0; call < 5; call += 1) expect((await post(hook.path)).status).toBe(202);
});

test('a shard remembers a change after a restart, and shards of the next hour are notified if the hour is about to end', async () => {
  const { person, workflowId } = await webhook();
  const hourStartMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await changeElsewhere({ person, workflowId }, new Date(hourStartMs + HOUR_MS - 60_000));
  const [shardName = ''] = listShardNames(person.row.id, [hourStartMs + HOUR_MS]);
  await evictDurableObject(testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName)));
  const start = (triggerKnownAtMs: number) => ({
    runId: `${shardName}-abcdef0123456789`,
    ownerUserId: person.row.id,
    workflowId,
    versionId: crypto.randomUUID(),
    triggerType: 'Webhook' as const,
    triggerJson: '{"type":"Webhook","payload":null}',
    startedByHand: false,
    isTest: false,
    triggerKnownAtMs,
  });
  const outcomeOf = async (knownAtMs: number) =>
    startResultOfText(await getShard(shardName).startRunText(startText(start(knownAtMs)))).outcome;
  expect(await outcomeOf(Date.now() - 60_000)).toBe('triggerChanged');
  expect(await outcomeOf(Date.now() + 60_000)).toBe('versionNeeded');
});

test('a version that the database can’t return comes from a shard that runs it', async () => {
  const startedMs = Date.now();
  const { person, workflowId } = await webhook();
  const { body } = await api(`GET /api/workflows/${workflowId}`, { token: person.token });
  const shards = listShardNames(person.row.id, [startedMs, Date.now()]).map(getShard);
  const found = await Promise.all(shards.map((shard) => shard.findVersion(body.workflow.versionId)));
  const known = found.filter((json) => json !== null);
  expect(known.map((json) => JSON.parse(json).workflowId)).toEqual([workflowId]);
  expect(await shards[0]?.findVersion(crypto.randomUUID())).toBeNull();
});

test('HOSTILE 30: an unsigned call starts nothing once another isolate has asked for signatures', async () => {
  const hook = await webhook();
  const secret = await sealVerificationSecret(getSecretBox(testEnv), hook.workflowId, 'whsec-test');
  await saveWebhookVerification(database(), hook.person.row.id, hook.workflowId, { settings: { scheme: 'github' }, secret });
  await changeElsewhere(hook);
  expect((await post(hook.path)).status).toBe(503);
  expect((await post(hook.path)).status).toBe(401);
});
