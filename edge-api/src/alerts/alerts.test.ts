import type { AlertKind } from '@portage/contracts';
import {
  alertHour,
  claimAlertMessages,
  composeAlertMessages,
  deleteOldAlerts,
  parseKeyRing,
  recordAlerts,
  SecretBox,
  schema,
} from '@portage/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, mailsTo, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { SYNCED_PETS } from '../../test/pets-document.ts';
import { createDocumentType } from '../../test/synced-pets.ts';
import { mailSender } from '../mail/mail-port.ts';
import { newWebhookSecret } from '../outbox/webhook.ts';
import { alertMail } from './alert-mail.ts';
import { recordLaggingSyncs } from './lagging-syncs.ts';
import { recordRefusedRecords } from './refused-records.ts';
import { resealAlertSecrets } from './reseal-alert-secrets.ts';
import { sendAlerts } from './send-alerts.ts';
import { openWebhookSecret, sealWebhookSecret } from './webhook-target.ts';

const NOON = new Date('2031-05-05T12:00:00Z');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);
/** A tick of the cron. Other files leave alerts behind too, so this looks only at this person's. */
const tick = (minutes: number) => sendAlerts(testEnv, database(), () => after(minutes));

const confirmed = () => signedInPerson({ emailConfirmed: true });

async function fail(person: Person, workflowId: string, minutes = 0, kind: AlertKind = 'RunFailed'): Promise<void> {
  const at = after(minutes);
  const event = { ownerUserId: person.row.id, kind, workflowId, name: `Orders\nof ${workflowId}`, runId: 'run-1', message: 'No stock', at };
  await recordAlerts(database(), [{ ...event, groupKey: `${kind}:${workflowId}:${alertHour(at)}` }], 'counts');
}

async function makeWorkflow({ row }: Person, fields: Partial<typeof schema.workflows.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await database()
    .insert(schema.workflows)
    .values({
      ...{ id, ownerUserId: row.id, name: 'Orders', createdAt: NOON, lastUpdatedAt: NOON },
      ...{ triggerCode: id, currentVersionId: crypto.randomUUID(), ...fields },
    });
  return id;
}

const listMails = ({ row }: Person) => mailsTo(row.email);
const readAlerts = async ({ token }: Person, query = '') => (await api(`GET /api/alerts${query}`, { token })).body;

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/latest',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.169.254./',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[::1]/',
  'http://[::]/',
  'http://127.1/',
  'http://0/',
  'http://10.0.0.8/',
  'http://10.0.0.7:8081/',
  'http://172.16.0.1/',
  'https://192.168.1.1/hook',
  'http://100.64.0.1/',
  'http://１６９.２５４.１６９.２５４/',
  'http://localhost:8787/',
  'http://LOCALHOST./',
  'http://api.localhost/',
  'http://metadata.google.internal/',
  'http://metadata/',
  'http://printer.local/',
  'http://169.254.169.254.nip.io/',
])('HOSTILE 19: the alert webhook %s is refused when it is saved', async (webhookUrl) => {
  const { token } = await signedInPerson();
  const refused = await api('PUT /api/alerts/settings', { token, body: { webhookUrl } });
  expect(refused).toMatchObject({ status: 400, code: 'validation', message: expect.stringMatching(/private or local address/) });
  expect((await api('GET /api/alerts/settings', { token })).body.settings.webhookUrl).toBeNull();
});

test('an alert webhook may have a private address that outgoing calls are allowed to reach', async () => {
  const { token } = await signedInPerson();
  const saved = await api('PUT /api/alerts/settings', { token, body: { webhookUrl: 'http://10.0.0.7:8080/hook' } });
  expect(saved).toMatchObject({ status: 200, body: { settings: { webhookUrl: 'http://10.0.0.7:8080/hook' } } });
});

test('HOSTILE 57: a first alert is mailed at once, the rest of the hour is one digest, and a quiet hour sends nothing', async () => {
  const person = await confirmed();
  const [orders, stock] = [crypto.randomUUID(), crypto.randomUUID()];
  await fail(person, orders);
  await tick(1);
  const [first, ...none] = await listMails(person);
  expect(none).toEqual([]);
  expect(first?.subject).toBe(`A run of “Orders of ${orders}” failed`);
  expect(first?.text).toContain('No stock');
  expect(first?.text).toContain('https://portage.test/run-history/run-1/view');

  await fail(person, orders, 2);
  await fail(person, stock, 3);
  for (const minutes of [3, 20, 60]) await tick(minutes);
  expect(await listMails(person)).toHaveLength(1);
  await tick(62);
  const [, digest, ...more] = await listMails(person);
  expect(more).toEqual([]);
  expect(digest?.subject).toMatch(/^2 alerts: /);
  expect(digest?.text).toContain(`2 runs of “Orders\nof ${orders}” failed within an hour`);
  expect(digest?.text).toContain(`A run of “Orders\nof ${stock}” failed`);
  await tick(200);
  expect(await listMails(person)).toHaveLength(2);
});

test('HOSTILE 57: a sender that stops before or after sending loses no mail and sends none twice', async () => {
  const person = await confirmed();
  await fail(person, crypto.randomUUID());
  const db = database();
  await composeAlertMessages(db, after(0));
  const claim = async (minutes: number) => {
    const all = await claimAlertMessages(db, { channels: ['Email'], limit: 1_000, now: after(minutes), until: after(minutes + 5) });
    return all.find(({ userId }) => userId === person.row.id);
  };
  // Stops before sending.
  expect(await claim(0)).toBeDefined();
  await tick(1);
  expect(await listMails(person)).toEqual([]);
  // Stops after sending, before that is recorded.
  const message = await claim(6);
  if (!message) throw new Error('The message is lost');
  const receiver = { userId: person.row.id, email: person.row.email, firstName: 'Ada', timeZone: null };
  await mailSender(testEnv)(alertMail(receiver, message.alerts, 1, ''), message.id);
  await tick(12);
  expect(await listMails(person)).toHaveLength(1);
  const [row] = await db.select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, person.row.id));
  expect(row).toMatchObject({ attempts: 3, sentAt: after(12) });
});

test('HOSTILE 57: many concurrent senders make and send one message', async () => {
  const person = await confirmed();
  await fail(person, crypto.randomUUID());
  await Promise.all([0, 1, 2, 3, 4].map(() => tick(0)));
  expect(await listMails(person)).toHaveLength(1);
  const rows = await database().select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, person.row.id));
  expect(rows).toHaveLength(1);
});

test('an alert recorded while messages are being made goes into the next one', async () => {
  const person = await confirmed();
  const workflowId = crypto.randomUUID();
  await Promise.all([...Array.from({ length: 20 }, () => fail(person, workflowId)), tick(0), tick(0)]);
  await tick(61);
  const rows = await database().select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, person.row.id));
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.max(...rows.map(({ alerts }) => alerts[0]?.count ?? 0))).toBe(20);
});

async function brokenConnector({ row }: Person) {
  const id = crypto.randomUUID();
  const connectorTypeId = await createDocumentType(SYNCED_PETS, 'Pets');
  await database()
    .insert(schema.connectors)
    .values({ id, userId: row.id, connectorTypeId, name: 'Shop', createdAt: NOON, lastUpdatedAt: NOON, connectionProblem: 'Refused' });
  const lose = (minutes: number) =>
    recordAlerts(
      database(),
      [
        {
          ...{
            ownerUserId: row.id,
            kind: 'ConnectorSignedOut' as const,
            groupKey: `ConnectorSignedOut:${id}:${alertHour(after(minutes))}`,
          },
          ...{ name: 'Shop', connectorId: id, message: 'Refused', at: after(minutes) },
        },
      ],
      'is-the-same',
    );
  const set = (fields: Partial<typeof schema.connectors.$inferInsert>) =>
    database().update(schema.connectors).set(fields).where(eq(schema.connectors.id, id));
  return {
    lose,
    works: (minutes: number) => set({ connectionProblem: null, testedAt: after(minutes) }),
    breaks: () => set({ connectionProblem: 'Refused' }),
  };
}

test('the end of a condition is reported once, and again when it starts and ends again', async () => {
  const person = await confirmed();
  const { lose, works, breaks } = await brokenConnector(person);
  await lose(0);
  await tick(1);
  // It is lost within two hours: two alerts and one end.
  await lose(61);
  await tick(62);
  await works(63);
  await tick(64);
  await tick(200);
  expect((await listMails(person)).map(({ subject }) => subject)).toEqual([
    'The connector “Shop” no longer works',
    'The connector “Shop” no longer works',
    'The connector “Shop” works again',
  ]);
  expect((await listMails(person))[2]?.text).toContain('since 2031-05-05 13:04 UTC');
  const { alerts } = await readAlerts(person);
  expect(alerts.map(({ endedAt }: { endedAt: string | null }) => endedAt)).toEqual([after(64).toISOString(), after(64).toISOString()]);

  await breaks();
  await lose(62);
  await tick(280);
  await works(281);
  await tick(400);
  expect((await listMails(person)).slice(3).map(({ subject }) => subject)).toEqual([
    'The connector “Shop” no longer works',
    'The connector “Shop” works again',
  ]);
});

test('a workflow that kept failing has recovered once it succeeds and fails less often, not when it just stops running', async () => {
  const person = await confirmed();
  const workflowId = await makeWorkflow(person);
  const ran = (status: 'Failed' | 'Succeeded', minutes: number) =>
    database()
      .insert(schema.workflowInstances)
      .values({
        ...{
          id: crypto.randomUUID(),
          ownerUserId: person.row.id,
          workflowId,
          workflowVersionId: crypto.randomUUID(),
          name: 'Orders',
          status,
        },
        ...{ createdAt: after(minutes), startedAt: after(minutes), finishedAt: after(minutes), lastUpdatedAt: after(minutes) },
      });
  await api('PUT /api/alerts/settings', { token: person.token, body: { failureCount: 2, failureMinutes: 30 } });
  await ran('Failed', 0);
  await ran('Failed', 1);
  await fail(person, workflowId, 1, 'ManyFailures');
  const isOver = async () => (await readAlerts(person, '?kind=ManyFailures')).alerts[0].endedAt !== null;
  await tick(10);
  await tick(50);
  expect(await isOver()).toBe(false);
  await ran('Succeeded', 51);
  await tick(52);
  expect(await isOver()).toBe(true);
});

test('people who turned it off get no notice of the end, and a failed run has no end', async () => {
  const person = await confirmed();
  await api('PUT /api/alerts/settings', { token: person.token, body: { sendsEnds: false } });
  const { lose, works } = await brokenConnector(person);
  await lose(0);
  await fail(person, crypto.randomUUID());
  await tick(1);
  await works(2);
  await tick(3);
  await tick(100);
  expect(await listMails(person)).toHaveLength(1);
  const { alerts } = await readAlerts(person);
  expect(alerts.map(({ kind, endedAt }: { kind: string; endedAt: string | null }) => [kind, endedAt !== null]).sort()).toEqual([
    ['ConnectorSignedOut', true],
    ['RunFailed', false],
  ]);
});

test('HOSTILE 57: an unconfirmed address gets no mail, since it may belong to another person', async () => {
  const person = await signedInPerson({ emailConfirmed: false });
  await fail(person, crypto.randomUUID());
  await tick(1);
  expect(await listMails(person)).toEqual([]);
  expect((await readAlerts(person)).totalCount).toBe(1);
});

test('the list is newest first, filters by kind and counts unread alerts; a repeated alert is unread again', async () => {
  const person = await confirmed();
  const workflowId = crypto.randomUUID();
  await fail(person, workflowId);
  await fail(person, workflowId, 5, 'ScheduleLate');
  const { alerts, totalCount } = await readAlerts(person);
  expect([totalCount, alerts.map(({ kind }: { kind: string }) => kind)]).toEqual([2, ['ScheduleLate', 'RunFailed']]);
  expect((await readAlerts(person, '?kind=RunFailed')).alerts).toMatchObject([
    { count: 1, message: 'No stock', readAt: null, runId: 'run-1' },
  ]);

  const unread = async () => (await api('GET /api/alerts/unread-count', { token: person.token })).body.unreadCount;
  expect(await unread()).toBe(2);
  const stranger = await confirmed();
  await api('POST /api/alerts/read', { token: stranger.token, body: { alertIds: [alerts[0].id] } });
  await api('POST /api/alerts/read', { token: stranger.token, body: { alertIds: 'all' } });
  expect(await unread()).toBe(2);
  expect((await api('POST /api/alerts/read', { token: person.token, body: { alertIds: [alerts[0].id] } })).body).toEqual({
    unreadCount: 1,
  });
  expect((await api('POST /api/alerts/read', { token: person.token, body: { alertIds: 'all' } })).body).toEqual({ unreadCount: 0 });
  await fail(person, workflowId, 6);
  expect(await unread()).toBe(1);
  expect((await readAlerts(person, '?unreadOnly=true')).alerts).toMatchObject([{ kind: 'RunFailed', count: 2 }]);
});

test('a workflow with alerts off records nothing; a muted one is listed and sends nothing until the pause ends', async () => {
  const person = await confirmed();
  const [off, muted] = [await makeWorkflow(person), await makeWorkflow(person)];
  const put = (workflowId: string, body: unknown) => api(`PUT /api/alerts/workflows/${workflowId}`, { token: person.token, body });
  expect((await put(off, { isEnabled: false, mutedUntil: null })).status).toBe(200);
  const mutedUntil = after(30).toISOString();
  expect((await put(muted, { isEnabled: true, mutedUntil })).body).toEqual({ isEnabled: true, mutedUntil });
  expect((await api(`GET /api/alerts/workflows/${muted}`, { token: person.token })).body).toEqual({ isEnabled: true, mutedUntil });
  await fail(person, off);
  await fail(person, muted);
  await tick(1);
  expect((await readAlerts(person)).alerts).toMatchObject([{ workflowId: muted }]);
  expect(await listMails(person)).toEqual([]);
  await fail(person, muted, 31);
  await tick(32);
  expect(await listMails(person)).toHaveLength(1);
});

test('a person chooses kinds, e-mail and a pause; wrong settings are refused and change nothing', async () => {
  const person = await confirmed();
  const put = (body: unknown) => api('PUT /api/alerts/settings', { token: person.token, body });
  expect((await put({ silentKinds: ['RunFailed'] })).body.settings).toMatchObject({ silentKinds: ['RunFailed'], sendsEmail: true });
  const workflowId = crypto.randomUUID();
  await fail(person, workflowId);
  expect((await readAlerts(person)).totalCount).toBe(0);
  await put({ silentKinds: [], mutedUntil: after(10).toISOString() });
  await fail(person, workflowId, 1);
  await tick(2);
  expect([(await readAlerts(person)).totalCount, (await listMails(person)).length]).toEqual([1, 0]);
  await put({ mutedUntil: null, sendsEmail: false });
  await fail(person, workflowId, 3);
  await tick(4);
  expect(await listMails(person)).toEqual([]);

  for (const body of [
    { silentKinds: ['Nonsense'] },
    { failureCount: 1 },
    { failureMinutes: 1_441 },
    { mutedUntil: 'tomorrow' },
    { mutedUntil: '0000-01-01T00:00:00Z' },
    { mutedUntil: '9999-12-31T23:59:59-01:00' },
    { webhookUrl: 'ftp://example.com' },
    { webhookUrl: 'https://ada:secret@example.com' },
    { nonsense: true },
  ]) {
    expect((await put(body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await put({ isForEveryone: true })).status).toBe(403);
  const { settings } = (await api('GET /api/alerts/settings', { token: person.token })).body;
  expect(settings).toMatchObject({ sendsEmail: false, webhookUrl: null, isForEveryone: false, failureCount: 10, failureMinutes: 60 });
});

test('the secret of a webhook is shown once, sealed at rest, and changed on demand', async () => {
  const { token, row } = await confirmed();
  const saved = await api('PUT /api/alerts/settings', { token, body: { webhookUrl: 'https://hooks.example.com/portage' } });
  expect(saved.body.webhookSecret).toMatch(/^whsec_/);
  expect((await api('PUT /api/alerts/settings', { token, body: { webhookUrl: 'https://hooks.example.com/b' } })).body).toMatchObject({
    webhookSecret: null,
    settings: { hasWebhookSecret: true },
  });
  const next = (await api('POST /api/alerts/settings/webhook-secret', { token })).body.webhookSecret;
  expect(next).not.toBe(saved.body.webhookSecret);
  const [kept] = await database().select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, row.id));
  expect(JSON.stringify(kept)).not.toContain(next.slice(6));
  expect(JSON.stringify((await api('GET /api/alerts/settings', { token })).body)).not.toContain('whsec_');
  const ended = await api('PUT /api/alerts/settings', { token, body: { webhookUrl: null } });
  expect(ended.body.settings).toMatchObject({ hasWebhookSecret: false, webhookUrl: null });
});

test('ten concurrent first addresses show only one secret, and it is the one that signs', async () => {
  const { token, row } = await confirmed();
  const put = (n: number) => api('PUT /api/alerts/settings', { token, body: { webhookUrl: `https://hooks.example.com/${n}` } });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(n)));
  const shown = answers.flatMap(({ body }) => body.webhookSecret ?? []);
  const [kept] = await database().select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, row.id));
  const secretBox = new SecretBox(parseKeyRing(testEnv.CONNECTOR_KEYS ?? ''));
  expect(shown).toEqual([await openWebhookSecret(secretBox, row.id, kept?.webhookSecret ?? '')]);
  await api('PUT /api/alerts/settings', { token, body: { webhookUrl: null } });
});

test('after a key change the webhook secret is sealed with the current key', async () => {
  const { row } = await confirmed();
  const [old, both, next] = [`old:${'B'.repeat(43)}`, `new:${'C'.repeat(43)},old:${'B'.repeat(43)}`, `new:${'C'.repeat(43)}`].map(
    (keys) => new SecretBox(parseKeyRing(keys)),
  ) as [SecretBox, SecretBox, SecretBox];
  const secret = newWebhookSecret();
  await database()
    .insert(schema.alertSettings)
    .values({ userId: row.id, webhookSecret: await sealWebhookSecret(old, row.id, secret) });
  // Secrets of other tests are sealed with a key that isn't in this ring.
  await database().delete(schema.alertSettings).where(ne(schema.alertSettings.userId, row.id));
  await resealAlertSecrets(database(), both);
  const [kept] = await database().select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, row.id));
  expect(await openWebhookSecret(next, row.id, kept?.webhookSecret ?? '')).toBe(secret);
  await database().delete(schema.alertSettings).where(eq(schema.alertSettings.userId, row.id));
});

test('an admin sees everyone’s alerts and gets them by e-mail on demand; a plain user may not', async () => {
  const [person, admin] = [await confirmed(), await signedInPerson({ emailConfirmed: true, roles: ['ADMIN'] })];
  expect((await api('GET /api/alerts?isAdmin=true', { token: person.token })).status).toBe(403);
  await api('PUT /api/alerts/settings', { token: admin.token, body: { isForEveryone: true } });
  await fail(person, crypto.randomUUID());
  await tick(0);
  const mails = await listMails(admin);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(person.row.email);
  const { alerts } = await readAlerts(admin, '?isAdmin=true&pageSize=100');
  expect(alerts.map(({ ownerUserEmail }: { ownerUserEmail: string }) => ownerUserEmail)).toContain(person.row.email);
  expect((await readAlerts(admin)).totalCount).toBe(0);
  await api('PUT /api/alerts/settings', { token: admin.token, body: { isForEveryone: false } });
});

test('a set number of failures within set minutes is a separate alert, once an hour', async () => {
  const person = await confirmed();
  const workflowId = await makeWorkflow(person);
  await api('PUT /api/alerts/settings', { token: person.token, body: { failureCount: 3, failureMinutes: 10, silentKinds: ['RunFailed'] } });
  const failAt = async (minutes: number) => {
    await database()
      .insert(schema.workflowInstances)
      .values({
        ...{ id: crypto.randomUUID(), ownerUserId: person.row.id, workflowId, workflowVersionId: workflowId, name: 'Orders' },
        ...{ status: 'Failed', createdAt: NOON, lastUpdatedAt: NOON, finishedAt: after(minutes) },
      });
    await fail(person, workflowId, minutes);
    await tick(minutes);
  };
  for (const minutes of [-30, 1, 5]) await failAt(minutes);
  expect((await readAlerts(person)).totalCount).toBe(0);
  for (const minutes of [8, 9, 10]) await failAt(minutes);
  const { alerts, totalCount } = await readAlerts(person);
  expect([totalCount, alerts[0].kind, alerts[0].message]).toEqual([1, 'ManyFailures', expect.stringContaining('No stock')]);
  expect(await listMails(person)).toHaveLength(1);
});

test('a flow that misses two scheduled syncs is an alert, once each time it falls behind', async () => {
  const person = await confirmed();
  const [versionId, flowId, db] = [crypto.randomUUID(), crypto.randomUUID(), database()];
  const workflowId = await makeWorkflow(person, { isActive: true, triggerType: 'Scheduled', publishedVersionId: versionId });
  const sourceConnectorTypeId = await createDocumentType(SYNCED_PETS, 'Pets');
  const schedule = { frequency: 2, period: 'Hour' as const };
  const start = { stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule, nextStepId: null };
  await db.insert(schema.workflowVersions).values({
    ...{ id: versionId, workflowId, ownerUserId: person.row.id, number: 1, name: 'Orders', loggingMode: 'LogAllData' },
    ...{ steps: [start] as never, createdAt: NOON, createdByUserId: person.row.id },
  });
  await db.insert(schema.syncFlows).values({
    ...{ id: flowId, workflowId, ownerUserId: person.row.id, flowKey: flowId, direction: 'SourceToTarget' },
    ...{ sourceConnectorTypeId, sourceConnectorId: 'a', sourceEntity: 'Newborns', targetEntity: 'Items' },
    ...{ targetConnectorTypeId: 'b', targetConnectorId: 'b', createdAt: NOON, lastUpdatedAt: NOON, syncedAt: NOON },
  });
  await db.update(schema.users).set({ timeZone: 'America/New_York' }).where(eq(schema.users.id, person.row.id));
  const kinds = async () => (await readAlerts(person)).alerts.map(({ kind }: { kind: string }) => kind);
  for (const minutes of [61, 239]) await recordLaggingSyncs(testEnv, db, after(minutes));
  expect(await kinds()).toEqual([]);
  for (const minutes of [241, 300, 2_000]) await recordLaggingSyncs(testEnv, db, after(minutes));
  expect(await kinds()).toEqual(['SyncLag']);
  expect((await readAlerts(person)).alerts[0]).toMatchObject({
    flowId,
    workflowId,
    name: '“Orders”, Young animals → Items,',
    message: expect.stringContaining('2031-05-05 08:00'),
  });
  const isOver = async () => (await readAlerts(person)).alerts[0].endedAt !== null;
  await tick(2_999);
  expect(await isOver()).toBe(false);
  await db.update(schema.syncFlows).set({ syncedAt: after(3_000) });
  await tick(3_001);
  expect(await isOver()).toBe(true);
  await recordLaggingSyncs(testEnv, db, after(3_300));
  expect(await kinds()).toEqual(['SyncLag', 'SyncLag']);
  await db.update(schema.syncFlows).set({ isPaused: true, syncedAt: after(4_000) });
  await recordLaggingSyncs(testEnv, db, after(5_000));
  expect(await kinds()).toHaveLength(2);
});

test('a sync with too many records in Error is one alert until they are few again, by number or by share', async () => {
  const person = await confirmed();
  const [flowId, db] = [crypto.randomUUID(), database()];
  const workflowId = await makeWorkflow(person);
  const sourceConnectorTypeId = await createDocumentType(SYNCED_PETS, 'Pets');
  await db.insert(schema.syncFlows).values({
    ...{ id: flowId, workflowId, ownerUserId: person.row.id, flowKey: flowId, direction: 'SourceToTarget' },
    ...{ sourceConnectorTypeId, sourceConnectorId: 'a', sourceEntity: 'Newborns', targetEntity: 'Items' },
    ...{ targetConnectorTypeId: 'b', targetConnectorId: 'b', createdAt: NOON, lastUpdatedAt: NOON, syncedAt: NOON },
    ...{ runningRunId: 'run-1', leaseUntil: after(2) },
  });
  const items = async (count: number, status: 'Error' | 'Success') => {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ flowId, sourceItemId: `${at}`, name: `Animal ${at}`, status, error: status === 'Error' ? 'Pets: too young' : null },
      ...{ createdAt: NOON, lastUpdatedAt: NOON },
    }));
    await db.delete(schema.syncItems).where(eq(schema.syncItems.flowId, flowId));
    await db.insert(schema.syncItems).values(rows);
  };
  const alertsOf = async () => (await readAlerts(person, '?kind=SyncErrors')).alerts;
  await items(50, 'Error');
  await recordRefusedRecords(testEnv, db, after(1));
  // The sync is still running.
  expect(await alertsOf()).toEqual([]);
  for (const minutes of [3, 4]) await recordRefusedRecords(testEnv, db, after(minutes));
  expect(await alertsOf()).toMatchObject([
    {
      flowId,
      workflowId,
      count: 1,
      name: '“Orders”, Young animals → Items,',
      endedAt: null,
      message: '50 of 50 records are in Error. One of them: Pets: too young',
    },
  ]);
  await tick(5);
  expect((await listMails(person))[0]).toMatchObject({ subject: expect.stringContaining('has many records in Error') });
  await items(50, 'Success');
  await tick(6);
  expect(await alertsOf()).toMatchObject([{ endedAt: after(6).toISOString() }]);
  // One of two is more than ten percent, even though it's few.
  await items(2, 'Success');
  await db.update(schema.syncItems).set({ status: 'Error' }).where(eq(schema.syncItems.sourceItemId, '1'));
  await recordRefusedRecords(testEnv, db, after(7));
  expect(await alertsOf()).toMatchObject([{ endedAt: null, message: '1 of 2 records is in Error.' }]);
  await api('PUT /api/alerts/settings', { token: person.token, body: { syncErrorCount: 5, syncErrorPercent: 80 } });
  await tick(8);
  expect(await alertsOf()).toMatchObject([{ endedAt: after(8).toISOString() }]);
});

test('a repaired failed run no longer counts: its alert is over and read; a mail reports the repair only if one reported the failure', async () => {
  const person = await confirmed();
  const workflowId = await makeWorkflow(person);
  const run = async (runId: string, status: 'Failed' | 'Succeeded', minutes: number) => {
    const times = { createdAt: after(0), startedAt: after(0), finishedAt: after(minutes), lastUpdatedAt: after(minutes) };
    const row = { id: runId, ownerUserId: person.row.id, workflowId, workflowVersionId: crypto.randomUUID(), name: 'Orders', status };
    await database()
      .insert(schema.workflowInstances)
      .values({ ...row, ...times } as typeof schema.workflowInstances.$inferInsert)
      .onConflictDoUpdate({ target: schema.workflowInstances.id, set: { status, ...times } });
    const event = {
      ownerUserId: person.row.id,
      kind: 'RunFailed' as const,
      workflowId,
      name: 'Orders',
      runId,
      message: 'No stock',
      at: after(minutes),
    };
    if (status === 'Failed')
      await recordAlerts(database(), [{ ...event, groupKey: `RunFailed:${workflowId}:${alertHour(event.at)}` }], 'counts');
  };
  const ids = [0, 1, 2].map(() => crypto.randomUUID());
  const [first = '', second = '', third = ''] = ids;
  await fail(person, crypto.randomUUID());
  await tick(0);
  for (const [at, id] of ids.entries()) await run(id, 'Failed', at + 1);
  const alert = async () => (await readAlerts(person)).alerts.find((one: { workflowId: string }) => one.workflowId === workflowId);
  await tick(5);
  expect(await alert()).toMatchObject({ count: 3, endedAt: null, readAt: null });
  await run(first, 'Succeeded', 6);
  await tick(7);
  expect(await alert()).toMatchObject({ count: 2, endedAt: null, readAt: null });
  await run(second, 'Succeeded', 8);
  await run(third, 'Succeeded', 9);
  await tick(10);
  expect(await alert()).toMatchObject({ endedAt: after(10).toISOString(), readAt: after(10).toISOString() });
  await tick(70);
  expect(await listMails(person)).toHaveLength(1);
  await run(third, 'Failed', 20);
  await tick(80);
  expect(await alert()).toMatchObject({ count: 1, endedAt: null, readAt: null });
  expect(await listMails(person)).toHaveLength(2);
  await run(third, 'Succeeded', 81);
  await tick(82);
  await tick(150);
  const mails = await listMails(person);
  expect(mails).toHaveLength(3);
  expect(mails[2]?.text).toContain(
    'The failed runs of “Orders” were repaired, at 2031-05-05 13:22 UTC; the first failed at 2031-05-05 12:01 UTC.',
  );
});

test('times in an e-mail are in the time zone of the person’s browser', async () => {
  const person = await confirmed();
  const set = (timeZone: string) => api('PUT /api/account/time-zone', { token: person.token, body: { timeZone } });
  expect((await set('Mars/Olympus')).status).toBe(400);
  expect((await set('America/New_York')).status).toBe(200);
  expect((await api('GET /api/alerts/unread-count', { token: person.token })).body.timeZone).toBe('America/New_York');
  await fail(person, crypto.randomUUID());
  await tick(0);
  expect((await listMails(person))[0]?.text).toContain('2031-05-05 08:00 GMT-4');
});

test('alerts are kept for 30 days and deleted with their owner', async () => {
  const person = await confirmed();
  await fail(person, crypto.randomUUID(), -29 * 24 * 60);
  await fail(person, crypto.randomUUID(), -31 * 24 * 60);
  await deleteOldAlerts(database(), NOON);
  expect((await readAlerts(person)).totalCount).toBe(1);
  await fail(person, crypto.randomUUID());
  await composeAlertMessages(database(), new Date(NOON.getTime() - HOUR_MS));
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  expect((await api(`DELETE /api/users/${person.row.id}`, { token: admin.token })).status).toBe(200);
  const db = database();
  expect(await db.select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, person.row.id))).toEqual([]);
  expect(await db.select().from(schema.alertMessages).where(eq(schema.alertMessages.userId, person.row.id))).toEqual([]);
  await tick(DAY_MS / MINUTE_MS);
  expect(await listMails(person)).toEqual([]);
});
