import { addApprovalMails, schema } from '@portage/database';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, mailsTo, testEnv } from '../../test/api.ts';
import { askingRun } from '../../test/asking-run.ts';
import { newApprovalId } from '../../test/run-shard.ts';
import type { Env } from '../env.ts';
import { sendApprovalMails } from './send-approval-mails.ts';

const NOON = new Date('2031-05-05T12:00:00Z');
const tick = (afterMs = 0, env: Env = testEnv) => sendApprovalMails(env, database(), () => new Date(NOON.getTime() + afterMs));
const newAddress = () => `ann-${crypto.randomUUID()}@example.test`;

/** Asks these people as the step does. */
async function ask(...emails: string[]) {
  const { person, runId } = await askingRun();
  const approvalId = newApprovalId();
  const content = {
    approvalId,
    subject: 'Pay the invoice?',
    message: 'For A-7.',
    approveLabel: 'Pay',
    rejectLabel: 'Reject',
    askedAt: NOON.toISOString(),
    expiresAt: '2099-01-01T00:00:00.000Z',
    workflowName: 'Orders',
  };
  const request = { approvalId, runId, emails, content, at: NOON };
  const add = () => addApprovalMails(database(), person.row.id, request);
  expect(await add()).toBe('added');
  const rows = () => database().select().from(schema.approvalMails).where(eq(schema.approvalMails.approvalId, approvalId));
  const answer = () => api(`POST /api/approvals/${runId}/${approvalId}/answer`, { token: person.token, body: { decision: 'Rejected' } });
  return { add, rows, answer };
}

test('HOSTILE 44: each person gets one e-mail with their own link, which only that e-mail contains', async () => {
  const [ann, bob] = [newAddress(), newAddress()];
  const { add, rows } = await ask(ann, bob);
  await Promise.all([tick(), tick()]);
  // The step runs again after a crash, and the cron fires again.
  expect(await add()).toBe('added');
  await tick(2 * MINUTE_MS);
  const tokens: string[] = [];
  for (const email of [ann, bob]) {
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Pay the invoice?']);
    const token = /https:\/\/portage\.test\/approval#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const seen = await api('POST /api/approvals/by-link/look', { body: { token } });
    expect(seen.body.approval).toMatchObject({ recipient: email, decided: null });
    tokens.push(token);
  }
  expect(new Set(tokens).size).toBe(2);
  const stored = JSON.stringify(await rows());
  for (const token of tokens) expect(stored).not.toContain(token);
  expect((await rows()).map(({ sentAt }) => sentAt !== null)).toEqual([true, true]);
});

test('no e-mail is sent for an approval decided beforehand', async () => {
  const ann = newAddress();
  const { rows, answer } = await ask(ann);
  await answer();
  await tick();
  expect(await mailsTo(ann)).toEqual([]);
  expect(await rows()).toMatchObject([{ sentAt: null, error: 'It is decided: Rejected.' }]);
});

test('while the mail server is down an e-mail waits for it, for up to a day', async () => {
  const [early, late] = [newAddress(), newAddress()];
  const first = await ask(early);
  const second = await ask(late);
  const away = { ...testEnv, MAIL: { fetch: async () => new Response(null, { status: 503 }) } } as unknown as Env;
  await tick(0, away);
  expect(await mailsTo(early)).toEqual([]);
  await tick(MINUTE_MS);
  expect(await mailsTo(early)).toHaveLength(1);
  expect(await first.rows()).toMatchObject([{ attempts: 2 }]);
  expect(await mailsTo(late)).toHaveLength(1);
  const third = await ask(newAddress());
  await tick(DAY_MS, away);
  expect(await third.rows()).toMatchObject([{ sentAt: null, droppedAt: expect.any(Date), error: 'The mail service responded with 503' }]);
  expect(await second.rows()).toMatchObject([{ sentAt: expect.any(Date) }]);
});
