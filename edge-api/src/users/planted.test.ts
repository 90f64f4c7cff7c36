import { type OwnerId, toOwnerId } from '@portage/contracts';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, createApiKey, database, mailsTo, openSession, signedInPerson, signIn } from '../../test/api.ts';

const { alertSettings, apiKeys, connectors, connectorSecrets, users, workflows } = schema;
const PASSWORD = 'the attacker chose it';

const STEPS = [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: null }];

/** An account that somebody made with another person's address, with everything that can be left in it. */
async function preparedAccount() {
  const email = `victim-${crypto.randomUUID()}@example.test`;
  const body = { firstName: 'Mallory', lastName: 'M', email, password: PASSWORD };
  const { user } = (await api('POST /api/users/signup', { body })).body;
  const token: string = user.accessToken.value;
  const [mail] = await mailsTo(email);
  const [, confirmToken = ''] = /\/confirm-email\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  const made = await api('POST /api/workflows', { token, body: { name: 'Planted', steps: STEPS } });
  const { id: workflowId } = made.body.workflow;
  expect((await api(`POST /api/workflows/${workflowId}/activate`, { token })).status).toBe(200);
  const code = (await database().select().from(workflows).where(eq(workflows.id, workflowId)))[0]?.triggerCode ?? '';
  expect((await api(`POST /api/webhooks/${code}`, { body: {} })).status).toBe(202);
  return { email, token, id: toOwnerId(user.id), workflowId: workflowId as string, code, confirmToken };
}

/** Things an account may still have from before they required a confirmed address. */
async function plantOldBelongings({ id, token, workflowId }: { id: OwnerId; token: string; workflowId: string }) {
  const [db, connectorId] = [database(), crypto.randomUUID()];
  await db.update(users).set({ emailConfirmed: true }).where(eq(users.id, id));
  const key = await createApiKey({ token }, 'read', 'run', 'manage');
  const share = await api(`POST /api/workflows/${workflowId}/share`, { token });
  const webhook = await api('PUT /api/alerts/settings', { token, body: { webhookUrl: 'https://attacker.example/alerts' } });
  expect([share.status, webhook.status]).toEqual([200, 200]);
  const at = new Date();
  await db.insert(connectors).values({
    id: connectorId,
    userId: id,
    connectorTypeId: 'system-shopify',
    name: 'Shop',
    createdAt: at,
    lastUpdatedAt: at,
    connectedAt: at,
  });
  await db.insert(connectorSecrets).values({ connectorId, sealed: { apiKey: 'sealed' } as never });
  await db.update(users).set({ emailConfirmed: false }).where(eq(users.id, id));
  const [row] = await db.select().from(workflows).where(eq(workflows.id, workflowId));
  return { key, connectorId, shareCode: row?.shareCode ?? '' };
}

async function resetLink(email: string): Promise<string> {
  await api('POST /api/users/forgot-password', { body: { email } });
  return /\/reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
}

async function expectNothingOfBefore(
  account: Awaited<ReturnType<typeof preparedAccount>>,
  old: Awaited<ReturnType<typeof plantOldBelongings>>,
) {
  const db = database();
  const { id, token, workflowId, code } = account;
  expect((await api('GET /api/workflows', { token: old.key })).status).toBe(401);
  expect((await api('GET /api/workflows', { token })).status).toBe(401);
  expect((await api(`POST /api/webhooks/${code}`, { body: {} })).status).toBe(404);
  expect(await db.select().from(apiKeys).where(eq(apiKeys.userId, id))).toEqual([]);
  expect(await db.select().from(alertSettings).where(eq(alertSettings.userId, id))).toEqual([]);
  const [workflow] = await db.select().from(workflows).where(eq(workflows.id, workflowId));
  expect(workflow).toMatchObject({ isActive: false, shareCode: null, isDeleted: false });
  expect(workflow?.triggerCode).toMatch(/^[\w-]{32}$/);
  expect(workflow?.triggerCode).not.toBe(code);
  const reader = await signedInPerson();
  const info = await api(`GET /api/workflows/${workflowId}/import-info?sharedWorkflowCode=${old.shareCode}`, { token: reader.token });
  expect(info.status).toBe(404);
  expect(await db.select().from(connectorSecrets).where(eq(connectorSecrets.connectorId, old.connectorId))).toEqual([]);
  const [connector] = await db.select().from(connectors).where(eq(connectors.id, old.connectorId));
  expect(connector).toMatchObject({ isDeleted: false, connectedAt: null });
  expect(connector?.connectionProblem).toContain('before the e-mail address');
}

test('HOSTILE 44: a reset by mail ends everything a stranger left in an account with the person’s address', async () => {
  const account = await preparedAccount();
  const old = await plantOldBelongings(account);
  const token = await resetLink(account.email);
  const { body } = await api('POST /api/users/reset-password', { body: { token, password: 'the victim chose it' } });
  expect(body.success).toBe(true);
  expect(body.notice).toMatch(/revoked 1 API key, removed the webhook for alerts, switched off 1 workflow .* and disconnected 1 connector/);
  await expectNothingOfBefore(account, old);
  // The person's own things survive the next reset.
  const mine = await signIn(account.email, 'the victim chose it');
  const key = await createApiKey({ token: mine.body.user.accessToken.value }, 'read');
  const again = await api('POST /api/users/reset-password', { body: { token: await resetLink(account.email), password: 'another one' } });
  expect(again.body).toEqual({ success: true, errorMessage: null });
  expect((await api('GET /api/workflows', { token: key })).status).toBe(200);
});

test('HOSTILE 44: a confirmation link opened without the account’s session ends the same', async () => {
  const account = await preparedAccount();
  const old = await plantOldBelongings(account);
  const { body } = await api('POST /api/users/confirm-email', { body: { token: account.confirmToken } });
  expect(body).toMatchObject({ success: true, notice: expect.stringContaining('switched off 1 workflow') });
  await expectNothingOfBefore(account, old);
  // The stranger still knows the password: what they make from here on ends when the person resets it.
  const stranger = await signIn(account.email, PASSWORD);
  const key = await createApiKey({ token: stranger.body.user.accessToken.value }, 'read');
  await api('POST /api/users/reset-password', { body: { token: await resetLink(account.email), password: 'the victim chose it' } });
  expect((await api('GET /api/workflows', { token: key })).status).toBe(401);
});

test('a person who confirms from their own session keeps everything, and another person’s session proves nothing', async () => {
  const account = await preparedAccount();
  const confirm = { body: { token: account.confirmToken } };
  expect((await api('POST /api/users/confirm-email', { ...confirm, token: account.token })).body).toEqual({
    success: true,
    errorMessage: null,
  });
  expect((await api('GET /api/workflows', { token: account.token })).body.workflows).toHaveLength(1);
  expect((await api(`POST /api/webhooks/${account.code}`, { body: {} })).status).toBe(202);
  const key = await createApiKey(account, 'read');
  await api('POST /api/users/reset-password', { body: { token: await resetLink(account.email), password: 'another one' } });
  expect((await api('GET /api/workflows', { token: key })).status).toBe(200);

  const other = await preparedAccount();
  await openSession(other.id);
  const { token } = await signedInPerson();
  expect((await api('POST /api/users/confirm-email', { body: { token: other.confirmToken }, token })).body.notice).toContain('1 workflow');
  expect((await api('GET /api/workflows', { token: other.token })).status).toBe(401);
});

test('HOSTILE 44: until its address is confirmed, an account gives no lasting access and sends nothing to others', async () => {
  const { token, workflowId } = await preparedAccount();
  const asked: [string, unknown][] = [
    ['POST /api/account/keys', { name: 'k', scopes: ['read'], expiresAt: null }],
    ['PUT /api/alerts/settings', { webhookUrl: 'https://attacker.example/alerts' }],
    ['POST /api/alerts/settings/webhook-secret', undefined],
    [`POST /api/workflows/${workflowId}/share`, undefined],
    [`POST /api/approvals/${crypto.randomUUID()}/${crypto.randomUUID()}/links`, { person: 'x' }],
  ];
  for (const [call, body] of asked) {
    const { status, code, message } = await api(call, { token, body });
    expect([call, status, code]).toEqual([call, 403, 'email-not-confirmed']);
    expect(message).toContain('Confirm your email address first');
  }
  // Changes within the account are allowed.
  expect((await api('PUT /api/alerts/settings', { token, body: { failureCount: 5 } })).status).toBe(200);
});
