import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, impersonate, signedInPerson, testEnv } from '../../test/api.ts';
import { askingRun } from '../../test/asking-run.ts';
import { APPROVAL_ID } from '../../test/run-shard.ts';
import { signedInAdmin } from '../../test/workflows.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { createApprovalLink } from './approval-link.ts';
import { approvalMail } from './approval-mail.ts';

const linkTo = (runId: string, person = 'ann@example.test') =>
  createApprovalLink(testEnv, 'https://portage.test', { runId, approvalId: APPROVAL_ID, person });
const getToken = (link: string) => link.slice(link.indexOf('#') + 1);
const look = (token: string) => api('POST /api/approvals/by-link/look', { body: { token } });
const decide = (token: string, more: object = {}) =>
  api('POST /api/approvals/by-link/answer', { body: { token, decision: 'Approved', ...more } });

test('HOSTILE 44: a link shows its approval, decides it once, and the decision is in the audit log', async () => {
  const { person, runId } = await askingRun();
  const link = await linkTo(runId);
  expect(new URL(link).search).toBe('');
  const token = getToken(link);
  for (let times = 0; times < 2; times += 1) {
    const seen = await look(token);
    expect(seen.body.approval).toMatchObject({ subject: 'Pay <the> invoice?', recipient: 'ann@example.test', decided: null });
    expect(JSON.stringify(seen.body)).not.toContain(runId);
  }
  const comment = '<img src=x onerror=alert(1)>\u0007';
  const first = await decide(token, { comment });
  expect(first.body).toMatchObject({ isTaken: true, approval: { decided: { by: 'ann@example.test', comment: comment.slice(0, -1) } } });
  const second = await decide(getToken(await linkTo(runId, 'bob@example.test')), { decision: 'Rejected' });
  expect(second.body).toMatchObject({ isTaken: false, approval: { decided: { decision: 'Approved', by: 'ann@example.test' } } });
  const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, person.row.id));
  const answered = lines.filter(({ action }) => action === 'run.approval-answered');
  expect(answered).toMatchObject([{ actorUserId: null, details: { runId, decision: 'Approved', by: 'ann@example.test', way: 'link' } }]);
});

test('HOSTILE 44: a token that is forged, changed or made for something else opens nothing', async () => {
  const { runId } = await askingRun();
  const token = getToken(await linkTo(runId));
  const box = getSecretBox(testEnv);
  const text = JSON.stringify([runId, APPROVAL_ID, 'ann@example.test']);
  const changed = `${token.slice(0, -6)}${token.at(-6) === 'A' ? 'B' : 'A'}${token.slice(-5)}`;
  const unsealed = Buffer.from(text).toString('base64url');
  for (const bad of [
    changed,
    unsealed,
    'x',
    `${token}.x`,
    await box.seal('connector:1:apiKey', text),
    await box.seal('approval-link', '{}'),
  ]) {
    expect((await look(bad)).status).toBe(404);
    expect((await decide(bad)).status).toBe(404);
  }
  const otherQuestion = await createApprovalLink(testEnv, '', { runId, approvalId: crypto.randomUUID(), person: 'ann@example.test' });
  expect((await decide(getToken(otherQuestion))).status).toBe(404);
  expect((await decide(token, { comment: 'x'.repeat(2_001) })).status).toBe(400);
  expect((await decide(token, { decision: 'Expired' })).status).toBe(400);
  expect((await decide(token, { more: 1 })).status).toBe(400);
  expect((await look(token)).body.approval.decided).toBeNull();
});

test('the owner decides in the product, in their own name', async () => {
  const { person, runId } = await askingRun();
  const path = `/api/approvals/${runId}/${APPROVAL_ID}`;
  const taken = await api(`POST ${path}/answer`, { token: person.token, body: { decision: 'Rejected', comment: 'No.' } });
  expect(taken.body).toMatchObject({
    isTaken: true,
    approval: { decided: { decision: 'Rejected', by: person.row.email, comment: 'No.' } },
  });
  expect((await api(`GET ${path}`, { token: person.token })).body.approval.decided.decision).toBe('Rejected');
  expect((await decide(getToken(await linkTo(runId)))).body).toMatchObject({ isTaken: false });
});

test('HOSTILE 44: opening a link decides nothing, by any method and for any caller', async () => {
  const { runId } = await askingRun();
  const token = getToken(await linkTo(runId));
  const query = `?token=${encodeURIComponent(token)}&decision=Approved`;
  for (const call of ['by-link/answer', 'by-link/look', `${runId}/${APPROVAL_ID}/answer`]) {
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const { status } = await api(`${method} /api/approvals/${call}${query}`, {});
      expect([401, 404, 405], `${method} ${call}`).toContain(status);
    }
    // The token counts only in the body.
    expect([400, 401]).toContain((await api(`POST /api/approvals/${call}${query}`, {})).status);
  }
  expect((await look(token)).body.approval.decided).toBeNull();
});

test('HOSTILE 44: of two decisions at once one is accepted, and both callers get the same result', async () => {
  const { runId } = await askingRun();
  const tokens = [getToken(await linkTo(runId)), getToken(await linkTo(runId, 'bob@example.test'))];
  const answers = await Promise.all(tokens.map((token, at) => decide(token, { decision: at === 0 ? 'Approved' : 'Rejected' })));
  expect(answers.filter(({ body }) => body.isTaken)).toHaveLength(1);
  expect(answers[0]?.body.approval.decided).toEqual(answers[1]?.body.approval.decided);
});

test('HOSTILE 25, HOSTILE 44: an address that keeps trying links is limited, and no other address is', async () => {
  const { runId } = await askingRun();
  const token = getToken(await linkTo(runId));
  const ipAddress = `guesser-${crypto.randomUUID()}`;
  const now = new Date();
  const context = { db: database(), now: () => now } as unknown as RequestContext;
  const { limit } = rateLimitRules.approvalLinkByPlace;
  // Simulates this many tries.
  for (let attempt = 1; attempt < limit; attempt += 1) {
    await limitAttempts(context, [{ rule: rateLimitRules.approvalLinkByPlace, parts: [ipAddress] }]);
  }
  const lookFrom = (place: string) => api('POST /api/approvals/by-link/look', { body: { token }, ipAddress: place, now });
  expect([(await lookFrom(ipAddress)).status, (await lookFrom(ipAddress)).status]).toEqual([200, 429]);
  expect((await lookFrom(`other-${ipAddress}`)).status).toBe(200);
});

test('the owner makes a link for a person without an e-mail address; the decision names both, and the audit log has the link, but not its token', async () => {
  const { person, runId } = await askingRun();
  const call = `POST /api/approvals/${runId}/${APPROVAL_ID}/links`;
  const { body } = await api(call, { token: person.token, body: { person: ' Ann\nfrom the shop ' } });
  const { origin, pathname, search } = new URL(body.link);
  expect([origin, pathname, search]).toEqual(['https://portage.test', '/approval', '']);
  const answered = await decide(getToken(body.link));
  const by = `Ann from the shop (link from ${person.row.email})`;
  expect(answered.body).toMatchObject({ isTaken: true, approval: { recipient: by, decided: { by } } });
  const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.actorUserId, person.row.id));
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'run.approval-link-made', details: expect.objectContaining({ person: by }) }),
  );
  expect(JSON.stringify(lines)).not.toContain(getToken(body.link));
  for (const bad of [{ person: ' ' }, { person: 'x'.repeat(101) }, {}]) {
    expect((await api(call, { token: person.token, body: bad })).status).toBe(400);
  }
});

test('an admin who decides for a customer is named along with the customer', async () => {
  const { person, runId } = await askingRun();
  const admin = await signedInAdmin();
  const token = await impersonate(admin.row.id, person.row.id);
  const path = `/api/approvals/${runId}/${APPROVAL_ID}/answer`;
  const { body } = await api(`POST ${path}`, { token, body: { decision: 'Approved' } });
  const by = `${admin.row.email} for ${person.row.email}`;
  expect(body.approval.decided.by).toBe(by);
  const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
  expect(lines).toContainEqual(
    expect.objectContaining({
      action: 'run.approval-answered',
      actorUserId: person.row.id,
      subjectUserId: person.row.id,
      details: expect.objectContaining({ runId, way: 'product', decision: 'Approved', by }),
    }),
  );
});

test('an admin decides approvals of a customer’s run only while acting for that customer', async () => {
  const { person, runId } = await askingRun();
  const admin = await signedInAdmin();
  const other = await signedInPerson();
  const ofOther = await impersonate(admin.row.id, other.row.id);
  const path = `/api/approvals/${runId}/${APPROVAL_ID}`;
  for (const token of [admin.token, ofOther]) {
    expect((await api(`POST ${path}/answer`, { token, body: { decision: 'Approved' } })).status).toBe(404);
    expect((await api(`POST ${path}/links`, { token, body: { person: 'Ann' } })).status).toBe(404);
  }
  const { body } = await api(`GET ${path}`, { token: person.token });
  expect(body.approval.decided).toBeNull();
});

test('HOSTILE 44: an e-mail contains what a workflow wrote as text, and its subject stays on one line', () => {
  const content = {
    approvalId: APPROVAL_ID,
    subject: 'Pay?\r\nBcc: evil@example.test',
    message: '<script>alert(1)</script>\n\n<a href="https://evil.test">Pay</a>',
    approveLabel: '<b>Yes</b>',
    rejectLabel: 'No',
    askedAt: '2026-11-23T09:00:00.000Z',
    expiresAt: '2026-11-30T09:00:00.000Z',
    workflowName: '<i>Orders</i>',
  };
  const mail = approvalMail(
    { email: 'ann@example.test', content },
    { email: 'bob@example.test', timeZone: 'Europe/Berlin' },
    'https://portage.test/approval#token',
  );
  expect(mail.subject).toBe('Pay? Bcc: evil@example.test');
  expect(mail.html.match(/<[a-z]+/g)).toEqual(['<p', '<p', '<p', '<p', '<p', '<a', '<p']);
  expect(mail.html).toContain('href="https://portage.test/approval#token"');
  expect(mail.text).toContain('of bob@example.test asks for your approval');
  expect(mail.text).toMatch(/until 2026-11-30 10:00 (CET|GMT\+1)\. The link/);
});
