import { abortAllDurableObjects } from 'cloudflare:test';
import { type ApprovalQuestion, type OwnerId, toOwnerId } from '@portage/contracts';
import { approvalMailLimits, schema } from '@portage/database';
import type { WaitForApprovalStep, WorkflowStep } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { allSteps, chain, getShard, newVersion, randomText, start, until } from '../../test/harness.ts';
import { db } from '../../test/schedule-harness.ts';

const ask = (extra: Partial<WaitForApprovalStep> = {}) => ({
  stepId: 'ask',
  type: 'WaitForApproval' as const,
  subject: 'Pay the invoice?',
  ...extra,
});
const seen = { stepId: 'seen', type: 'CustomScript' as const, script: 'return Steps["ask"].Response' };
const yes = (by = 'ann@example.test', comment = '') => ({ decision: 'Approved' as const, by, comment });

async function waitForQuestion(runId: string, step = 'ask'): Promise<ApprovalQuestion> {
  const found = async () => {
    const record = (await allSteps(runId)).findLast(({ name }) => name === step);
    const instance = record ? await getShard(runId).getStepInstance(runId, record.id) : null;
    return instance?.stepData?.approval;
  };
  await expect.poll(found).toBeDefined();
  return (await found()) as ApprovalQuestion;
}

const readStepData = async (runId: string, id: string) => (await getShard(runId).getStepInstance(runId, id))?.stepData;
const listMails = (approvalId: string) =>
  db().select().from(schema.approvalMails).where(eq(schema.approvalMails.approvalId, approvalId)).orderBy(schema.approvalMails.recipient);

describe('an approval step', () => {
  test('waits at no cost, shows its question, and passes the decision to later steps', async () => {
    const message = '<b>Hello</b> ${Steps["start"].Payload.who}'.replace('${', '$' + '{');
    const { runId, shard } = await start(chain(ask({ message, approveLabel: 'Pay' }), seen), { who: 'Ann' });
    const run = await until(runId, ['Delayed']);
    const question = await waitForQuestion(runId);
    expect(run.waiting).toEqual({ kind: 'Approval', step: 'ask', approvalId: question.approvalId, subject: 'Pay the invoice?' });
    expect(question).toMatchObject({ message: '<b>Hello</b> Ann', approveLabel: 'Pay', rejectLabel: 'Reject', recipients: [] });
    expect(run.continueAt).toBe(question.expiresAt);
    await expect.poll(async () => (await indexRow(runId))?.waiting).toMatchObject({ kind: 'Approval' });
    const answered = await shard.answerApproval(runId, question.approvalId, yes('ann@example.test', 'Fine.'));
    expect(answered).toMatchObject({ outcome: 'taken', approval: { decided: { decision: 'Approved', comment: 'Fine.' } } });
    expect((await until(runId)).status).toBe('Succeeded');
    const decided = { decision: 'Approved', by: 'ann@example.test', comment: 'Fine.', at: expect.any(String) };
    expect((await readStepData(runId, '1'))?.response?.body).toEqual(decided);
    expect((await readStepData(runId, '2'))?.response?.body).toEqual(decided);
    expect((await shard.getRun(runId))?.waiting).toBeUndefined();
    await expect.poll(async () => (await indexRow(runId))?.waiting).toBeNull();
  });

  test('HOSTILE 1: accepts one of several simultaneous decisions, even with crashes in between', async () => {
    const { runId } = await start(chain(ask(), seen));
    const { approvalId } = await waitForQuestion(runId);
    await abortAllDurableObjects();
    const no = { decision: 'Rejected' as const, by: 'bob@example.test', comment: 'No.' };
    const results = await Promise.all(
      [yes(), no, yes('cid@example.test'), no].map((one) => getShard(runId).answerApproval(runId, approvalId, one)),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['decided', 'decided', 'decided', 'taken']);
    const taken = results.find(({ outcome }) => outcome === 'taken');
    await abortAllDurableObjects();
    expect((await until(runId)).status).toBe('Succeeded');
    const decided = taken?.outcome === 'taken' ? taken.approval.decided : null;
    expect((await readStepData(runId, '2'))?.response?.body).toEqual(decided);
    for (const result of results) if (result.outcome === 'decided') expect(result.approval.decided).toEqual(decided);
    expect(await getShard(runId).answerApproval(runId, approvalId, no)).toMatchObject({ outcome: 'decided', approval: { decided } });
  });

  test('expires with its own outcome, and later decisions are refused', async () => {
    const { runId, shard } = await start(chain(ask({ expiresAfterValue: 1, expiresAfterType: 'Seconds' }), seen));
    const { approvalId } = await waitForQuestion(runId);
    expect((await until(runId)).status).toBe('Succeeded');
    expect((await readStepData(runId, '2'))?.response?.body).toMatchObject({ decision: 'Expired', by: null, comment: '' });
    const late = await shard.answerApproval(runId, approvalId, yes());
    expect(late).toMatchObject({ outcome: 'decided', approval: { decided: { decision: 'Expired', by: null } } });
  });

  test('refuses decisions for a cancelled run, another run or another question', async () => {
    const [first, second] = [await start(chain(ask())), await start(chain(ask()))];
    const [one, two] = [await waitForQuestion(first.runId), await waitForQuestion(second.runId)];
    await first.shard.cancelRun(first.runId);
    const late = await first.shard.answerApproval(first.runId, one.approvalId, yes());
    expect(late).toMatchObject({ outcome: 'decided', approval: { decided: { decision: 'Cancelled' } } });
    expect(await first.shard.answerApproval(first.runId, two.approvalId, yes())).toEqual({ outcome: 'unknown' });
    expect(await second.shard.answerApproval(second.runId, one.approvalId, yes())).toEqual({ outcome: 'unknown' });
    expect((await second.shard.getRun(second.runId))?.status).toBe('Delayed');
    await second.shard.cancelRun(second.runId);
  });

  test('asks for each item in a loop, and each decision belongs to its item', async () => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'ask', nextStepId: null },
      { ...ask({ subject: 'Item $' + '{Steps["each"].CurrentItem}?' }), nextStepId: null },
    ] as WorkflowStep[];
    const { runId, shard } = await start(steps, ['a', 'b']);
    for (const item of ['a', 'b']) {
      await expect.poll(async () => (await waitForQuestion(runId)).subject).toBe(`Item ${item}?`);
      const { approvalId } = await waitForQuestion(runId);
      await shard.answerApproval(runId, approvalId, yes('ann@example.test', item));
    }
    expect((await until(runId)).status).toBe('Succeeded');
    const asked = (await allSteps(runId)).filter(({ name }) => name === 'ask');
    const comments = await Promise.all(asked.map(async ({ id }) => (await readStepData(runId, id))?.response?.body));
    expect(comments).toMatchObject([{ comment: 'a' }, { comment: 'b' }]);
  });

  test('puts one e-mail per address into the outbox, once', async () => {
    const recipients = 'ann@example.test, bob@example.test;ANN@example.test';
    const { runId } = await start(chain(ask({ recipients, subject: 'One\r\nBcc: evil@example.test' })));
    const question = await waitForQuestion(runId);
    await abortAllDurableObjects();
    await getShard(runId).getRun(runId);
    expect(question.recipients).toEqual(['ann@example.test', 'bob@example.test']);
    expect(question.subject).toBe('One Bcc: evil@example.test');
    const mails = await listMails(question.approvalId);
    expect(mails.map(({ email, recipient, sentAt }) => [email, recipient, sentAt])).toEqual([
      ['ann@example.test', 0, null],
      ['bob@example.test', 1, null],
    ]);
    await getShard(runId).cancelRun(runId);
  });

  test('refuses malformed addresses, too many addresses, and a flood of e-mails', async () => {
    const failure = async (recipients: string, payload: unknown = {}) => {
      const { runId } = await start(chain(ask({ recipients })), payload);
      const run = await until(runId);
      expect(run.status).toBe('Failed');
      return run.errorMessage;
    };
    const list = '$' + '{Steps["start"].Payload}';
    for (const bad of [
      '<img src=x>@example.test',
      'a@b',
      'Ann <ann@example.test>',
      '"a b"@example.test',
      'a@example.test\u0000',
      'x y@e.com',
    ]) {
      expect(await failure(list, [bad])).toContain('is not an e-mail address');
    }
    expect(await failure(list, { to: 'ann@example.test' })).toContain('is not an e-mail address');
    const many = Array.from({ length: 21 }, (_, at) => `a${at}@example.test`);
    expect(await failure(list, many)).toContain('at most 20 addresses');
    const ownerUserId = toOwnerId(crypto.randomUUID());
    const email = `flood-${randomText()}@example.test`;
    await fillOutbox(ownerUserId, [email], approvalMailLimits.addressADay);
    const { workflowId } = newVersion([]);
    const asked = await start(chain(ask({ recipients: email })), {}, {}, { ownerUserId, workflowId });
    expect((await until(asked.runId)).errorMessage).toContain('one of the addresses got 20');
    await fillOutbox(ownerUserId, many, 10);
    const flood = await start(chain(ask({ recipients: 'new@example.test' })), {}, {}, { ownerUserId, workflowId });
    expect((await until(flood.runId)).errorMessage).toContain('200 approval e-mails within a day');
  });
});

async function indexRow(runId: string) {
  const { workflowInstances: runs } = schema;
  return (await db().select({ waiting: runs.waiting }).from(runs).where(eq(runs.id, runId)))[0];
}

async function fillOutbox(ownerUserId: OwnerId, emails: readonly string[], times: number): Promise<void> {
  const content = {
    approvalId: '',
    subject: '',
    message: '',
    approveLabel: '',
    rejectLabel: '',
    askedAt: '',
    expiresAt: '',
    workflowName: '',
  };
  const rows = Array.from({ length: times }, () => crypto.randomUUID()).flatMap((approvalId) =>
    emails.map((email, recipient) => ({ approvalId, recipient, email, ownerUserId, runId: 'none', content, createdAt: new Date() })),
  );
  await db().insert(schema.approvalMails).values(rows);
}
