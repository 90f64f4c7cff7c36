import { type OwnerId, toOwnerId } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import {
  acquireLease,
  connect,
  connectorRow,
  getConnectionObject,
  makeConnection,
  makeOAuthConnection,
} from '../../test/connection-harness.ts';
import { chain, OWNER, start, testEnv, until } from '../../test/harness.ts';

const db = () => connectHttp(testEnv);
const listAlerts = (connectorId: string) => db().select().from(schema.alerts).where(eq(schema.alerts.connectorId, connectorId));
const readProblem = async (connectorId: string) => (await connectorRow(connectorId))?.connectionProblem;

async function runInto(connectorId: string, status: number): Promise<void> {
  const { runId } = await start(chain({ stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: `/status/${status}`, connectorId }));
  await until(runId);
}

afterEach(() => vi.useRealTimers());

test('a 401 in a run marks a connector with a key as broken and alerts its owner once; a successful call clears the mark', async () => {
  const connectorId = await makeConnection({ secrets: { apiKey: 'old-key-4242' } });
  await runInto(connectorId, 401);
  expect(await readProblem(connectorId)).toBe('Crm did not accept the credentials (401). Enter the token again.');
  expect(await listAlerts(connectorId)).toMatchObject([
    { kind: 'ConnectorSignedOut', count: 1, message: 'Crm did not accept the credentials (401). Enter the token again.' },
  ]);
  await runInto(connectorId, 401);
  expect(await listAlerts(connectorId)).toHaveLength(1);
  await runInto(connectorId, 200);
  expect(await readProblem(connectorId)).toBeNull();
  expect((await connectorRow(connectorId))?.testedAt).toBeInstanceOf(Date);
});

test('a 403, a 404 and a 500 neither mark a connector as broken nor clear the mark', async () => {
  const connectorId = await makeConnection({
    connector: { authorizationType: 'Basic', username: 'ada' },
    secrets: { password: 'pass-4242' },
  });
  for (const status of [403, 404, 500]) await runInto(connectorId, status);
  expect(await readProblem(connectorId)).toBeNull();
  expect(await listAlerts(connectorId)).toEqual([]);
  await runInto(connectorId, 401);
  await runInto(connectorId, 403);
  expect(await readProblem(connectorId)).toContain('Enter the user name and password again.');
});

test('a 401 even with a new token marks an OAuth connector as broken, but it still counts as connected', async () => {
  const connectorId = await makeOAuthConnection();
  await connect(connectorId);
  const { revision } = await acquireLease(connectorId);
  await getConnectionObject(connectorId).reportCredentials({ ownerUserId: OWNER, connectorId, revision, refusedStatus: 401 });
  expect(await connectorRow(connectorId)).toMatchObject({
    connectedAt: expect.any(Date),
    connectionProblem: 'Crm did not accept the credentials (401). Press Re-Connect.',
  });
});

test('a report about replaced credentials, or from another person, changes nothing', async () => {
  const connectorId = await makeConnection({ secrets: { apiKey: 'old-key-4242' } });
  const { revision } = await acquireLease(connectorId);
  await db()
    .update(schema.connectors)
    .set({ lastUpdatedAt: new Date(revision + 1_000) })
    .where(eq(schema.connectors.id, connectorId));
  const report = (ownerUserId: OwnerId, of: number) =>
    getConnectionObject(connectorId).reportCredentials({ ownerUserId, connectorId, revision: of, refusedStatus: 401 });
  await report(OWNER, revision);
  await report(toOwnerId(crypto.randomUUID()), revision + 1_000);
  expect(await readProblem(connectorId)).toBeNull();
  await report(OWNER, revision + 1_000);
  expect(await readProblem(connectorId)).toContain('did not accept');
});

test('many simultaneous refusals cause one alert', async () => {
  const connectorId = await makeConnection({ secrets: { apiKey: 'old-key-4242' } });
  const { revision } = await acquireLease(connectorId);
  const report = () =>
    getConnectionObject(connectorId).reportCredentials({ ownerUserId: OWNER, connectorId, revision, refusedStatus: 401 });
  await Promise.all(Array.from({ length: 20 }, report));
  expect(await listAlerts(connectorId)).toMatchObject([{ count: 1 }]);
});

test('a test sets and clears the mark without an alert, because the person reads its message', async () => {
  const connectorId = await makeConnection({
    type: { additionalData: { connection: { healthCheck: { method: 'GET', path: '/status/401' } } } },
    secrets: { apiKey: 'old-key-4242' },
  });
  const test = () => getConnectionObject(connectorId).testConnection({ ownerUserId: OWNER, connectorId });
  expect(await test()).toMatchObject({ isSuccess: false });
  expect(await readProblem(connectorId)).toContain('did not accept the credentials (401)');
  expect(await listAlerts(connectorId)).toEqual([]);
  const typeId = (await connectorRow(connectorId))?.connectorTypeId ?? '';
  const [type] = await db().select().from(schema.connectorTypes).where(eq(schema.connectorTypes.id, typeId));
  if (!type) throw new Error('The connector has no type');
  await db()
    .update(schema.connectorTypes)
    .set({ settings: { ...type.settings, additionalData: { connection: { healthCheck: { method: 'GET', path: '/status/200' } } } } })
    .where(eq(schema.connectorTypes.id, typeId));
  expect(await test()).toMatchObject({ isSuccess: true });
  expect(await readProblem(connectorId)).toBeNull();
});
