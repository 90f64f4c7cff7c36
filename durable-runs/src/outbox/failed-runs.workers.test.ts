import { type OwnerId, toOwnerId } from '@portage/contracts';
import { composeAlertMessages, connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chain, start, testEnv } from '../../test/harness.ts';
import type { InstanceSummary } from './instance-summary.ts';
import { postgresSummaries } from './postgres-summaries.ts';

const db = () => connectHttp(testEnv);
const write = postgresSummaries(db);
const AT = Date.parse('2031-03-03T10:05:00Z');

function buildSummary(fields: Partial<InstanceSummary> & Pick<InstanceSummary, 'ownerUserId' | 'workflowId'>): InstanceSummary {
  return {
    id: crypto.randomUUID(),
    workflowVersionId: fields.workflowId,
    name: 'Orders',
    status: 'Failed',
    createdAt: AT,
    lastUpdatedAt: AT,
    continueAt: null,
    startedAt: AT,
    finishedAt: AT,
    stoodFailedMs: 0,
    errorMessage: 'No stock',
    isTest: false,
    stepCount: 2,
    failedSteps: 0,
    revision: 3,
    startedBy: 'Webhook',
    failedStep: 'ship',
    tags: [],
    content: null,
    failureDepth: 0,
    parentRunId: null,
    waiting: null,
    ...fields,
  };
}

async function makeOwner(): Promise<OwnerId> {
  const id = toOwnerId(crypto.randomUUID());
  await db()
    .insert(schema.users)
    .values({ id, email: `${id}@example.test`, emailConfirmed: true, passwordHash: 'none', createdAt: new Date() });
  return id;
}

const listAlerts = (ownerUserId: OwnerId) => db().select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, ownerUserId));

test('a failed run writes its alert in the statement of its end, and a succeeded run writes none', async () => {
  const { workflowId } = (await start(chain({ stepId: 'one', type: 'CustomScript', script: 'return 1' }))).version;
  const { runId, version } = await start(chain({ stepId: 'one', type: 'CustomScript', script: 'throw new Error("No stock")' }));
  const found = () => db().select().from(schema.alerts).where(eq(schema.alerts.workflowId, version.workflowId));
  await expect.poll(found).toMatchObject([{ kind: 'RunFailed', name: 'Orders', runId, count: 1, isPending: true }]);
  expect((await found())[0]?.message).toMatch(/^Step “one”: .*No stock/);
  await expect
    .poll(() => db().select().from(schema.workflowInstances).where(eq(schema.workflowInstances.workflowId, workflowId)))
    .toMatchObject([{ status: 'Succeeded' }]);
  expect(await db().select().from(schema.alerts).where(eq(schema.alerts.workflowId, workflowId))).toEqual([]);
});

test('counts a summary sent twice once, a continued run that fails again as another failure, and a test run not at all', async () => {
  const ownerUserId = await makeOwner();
  const run = buildSummary({ ownerUserId, workflowId: crypto.randomUUID() });
  await write([run]);
  await write([run]);
  expect(await listAlerts(ownerUserId)).toMatchObject([{ count: 1 }]);
  await write([{ ...run, status: 'InProgress', revision: 4 }]);
  await write([{ ...run, revision: 5, errorMessage: 'No room' }]);
  expect(await listAlerts(ownerUserId)).toMatchObject([{ count: 2, message: 'Step “ship”: No room' }]);
  await write([buildSummary({ ownerUserId, workflowId: run.workflowId, isTest: true })]);
  expect(await listAlerts(ownerUserId)).toMatchObject([{ count: 2 }]);
});

test('reports a failure without a step if it belongs to no step, or to one hidden from customers', async () => {
  const ownerUserId = await makeOwner();
  await write([buildSummary({ ownerUserId, workflowId: crypto.randomUUID(), failedStep: null, errorMessage: 'The quota is used up' })]);
  expect(await listAlerts(ownerUserId)).toMatchObject([{ message: 'The quota is used up' }]);
});

test('HOSTILE 57: summary and alert are stored together: if the statement fails, there is no alert', async () => {
  const ownerUserId = await makeOwner();
  const good = buildSummary({ ownerUserId, workflowId: crypto.randomUUID() });
  await expect(write([good, { ...good, id: crypto.randomUUID(), workflowId: 'no id' }])).rejects.toThrow();
  expect(await listAlerts(ownerUserId)).toEqual([]);
});

test('HOSTILE 57: 10,000 failures in an hour are one row, counted without loss by four writers, and two e-mails', async () => {
  const ownerUserId = await makeOwner();
  const workflowId = crypto.randomUUID();
  const mails = () => db().select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, ownerUserId));
  const compose = (minute: number) => composeAlertMessages(db(), new Date(AT + minute * 60_000));
  for (let minute = 0; minute < 50; minute += 2) {
    const batch = () => Array.from({ length: 100 }, () => buildSummary({ ownerUserId, workflowId, finishedAt: AT + minute * 60_000 }));
    await Promise.all([write(batch()), write(batch()), write(batch()), write(batch())]);
    await compose(minute);
  }
  expect(await listAlerts(ownerUserId)).toMatchObject([{ count: 10_000 }]);
  expect(await mails()).toHaveLength(1);
  for (const minute of [59, 60, 61, 90, 119]) await compose(minute);
  const sent = (await mails()).sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  expect(sent.map(({ alerts }) => alerts.map(({ count }) => count))).toEqual([[400], [10_000]]);
});

test('a failed run is passed on in the same statement to the workflow its failure starts, once and never too deep', async () => {
  const ownerUserId = await makeOwner();
  const [workflowId, handlerId] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = new Date(AT);
  for (const id of [workflowId, handlerId]) {
    await db()
      .insert(schema.workflows)
      .values({
        ...{ id, ownerUserId, createdAt: at, lastUpdatedAt: at, triggerCode: crypto.randomUUID(), currentVersionId: crypto.randomUUID() },
        onFailureWorkflowId: id === workflowId ? handlerId : null,
      });
  }
  const handed = () => db().select().from(schema.failureStarts).where(eq(schema.failureStarts.ownerUserId, ownerUserId));
  const run = buildSummary({ ownerUserId, workflowId });
  await write([run]);
  await write([run]);
  await write([{ ...run, status: 'InProgress', revision: 4 }]);
  await write([{ ...run, revision: 5 }]);
  expect(await handed()).toMatchObject([{ runId: run.id, workflowId, handlerWorkflowId: handlerId, depth: 0, startedRunId: null }]);
  await write([
    buildSummary({ ownerUserId, workflowId, isTest: true }),
    buildSummary({ ownerUserId, workflowId, status: 'Succeeded' }),
    buildSummary({ ownerUserId, workflowId: handlerId }),
    buildSummary({ ownerUserId, workflowId, failureDepth: 3 }),
  ]);
  expect(await handed()).toHaveLength(1);
  await write([buildSummary({ ownerUserId, workflowId, failureDepth: 2 })]);
  expect((await handed()).map(({ depth }) => depth).sort()).toEqual([0, 2]);
});
