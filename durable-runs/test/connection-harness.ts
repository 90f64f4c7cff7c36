import { importDocument } from '@portage/connectors/document';
import { documentFileKey } from '@portage/connectors/stored';
import { type ConnectorTypeSettings, connectHttp, parseKeyRing, SecretBox, schema, sealFields } from '@portage/database';
import { eq } from 'drizzle-orm';
import type { ConnectionObject } from '../src/connection/connection-object.ts';
import type { ConnectionLease } from '../src/connection/lease.ts';
import { OWNER, testEnv } from './harness.ts';

export const REDIRECT_URI = 'https://portage.test/api/connectors/callback';
const db = () => connectHttp(testEnv);
const server = testEnv.AUTHORIZATION_SERVER;

const box = () => new SecretBox(parseKeyRing(testEnv.CONNECTOR_KEYS));

const SETTINGS: ConnectorTypeSettings = {
  label: null,
  requestTokenUrl: null,
  authUrl: null,
  tokenUrl: null,
  clientId: null,
  webhookType: null,
  baseUrl: null,
  authorizationType: 'ApiKey',
  tokenRequestContentType: null,
  sandboxRequestTokenUrl: null,
  sandboxAuthUrl: null,
  sandboxTokenUrl: null,
  sandboxClientId: null,
  sandboxBaseUrl: null,
  needSlug: false,
  hasCustomParameters: false,
  hasSandboxOption: false,
  scope: null,
  callbackUrlRoot: null,
  additionalData: {},
};

interface TestConnection {
  typeName?: string;
  type?: Partial<ConnectorTypeSettings>;
  typeSecrets?: Record<string, string>;
  connector?: Partial<typeof schema.connectors.$inferInsert>;
  secrets?: Record<string, string>;
  /** The type's OpenAPI document, parsed or as text. */
  document?: unknown;
}

/** A connector with its own type, straight in the database. @returns its id */
export async function makeConnection({
  type,
  typeName = 'Crm',
  typeSecrets = {},
  connector,
  secrets = {},
  document,
}: TestConnection): Promise<string> {
  const [connectorId, typeId, at] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await db()
    .insert(schema.users)
    .values({ id: OWNER, email: `${OWNER}@example.test`, passwordHash: 'none', createdAt: at })
    .onConflictDoNothing();
  await db()
    .insert(schema.connectorTypes)
    .values({
      id: typeId,
      name: typeName,
      settings: { ...SETTINGS, baseUrl: testEnv.TARGET, ...type },
      secrets: await sealFields(box(), 'connector-type', typeId, typeSecrets),
      openApiDocument: document === undefined ? null : await keepDocument(document),
      createdAt: at,
      lastUpdatedAt: at,
    });
  await db()
    .insert(schema.connectors)
    .values({ id: connectorId, userId: OWNER, connectorTypeId: typeId, name: 'My Crm', createdAt: at, lastUpdatedAt: at, ...connector });
  await db()
    .insert(schema.connectorSecrets)
    .values({ connectorId, sealed: await sealFields(box(), 'connector', connectorId, secrets) });
  return connectorId;
}

/** Gives a connector's type another document, as its author does. */
export async function replaceDocument(connectorId: string, document: unknown): Promise<void> {
  const [row] = await db().select().from(schema.connectors).where(eq(schema.connectors.id, connectorId));
  await db()
    .update(schema.connectorTypes)
    .set({ openApiDocument: await keepDocument(document) })
    .where(eq(schema.connectorTypes.id, row?.connectorTypeId ?? ''));
  await getConnectionObject(connectorId).changed();
}

/** Stores a document where edge-api does. @returns its location */
async function keepDocument(document: unknown): Promise<{ fileName: string; fileStorageId: string; storageType: string }> {
  const fileStorageId = crypto.randomUUID();
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const imported = importDocument(text);
  if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
  const { index, parts } = imported.stored;
  await testEnv.FILES.put(`uploads/${fileStorageId}`, text);
  for (const [at, part] of parts.entries()) await testEnv.FILES.put(documentFileKey(fileStorageId, at), part);
  await testEnv.FILES.put(documentFileKey(fileStorageId, 'index'), index);
  return { fileName: 'crm.json', fileStorageId, storageType: 'R2' };
}

/** A connector whose system is the tests' OAuth 2 server. */
export function makeOAuthConnection(settings: Partial<ConnectorTypeSettings> = {}): Promise<string> {
  const { additionalData, ...others } = settings;
  return makeConnection({
    type: {
      authorizationType: 'OAuth',
      authUrl: `${server}/auth`,
      tokenUrl: `${server}/token`,
      baseUrl: `${server}/api`,
      clientId: 'portage',
      scope: 'openid offline_access',
      ...others,
      additionalData: {
        ...additionalData,
        connection: { authorizationParameters: { prompt: 'consent' }, ...additionalData?.connection },
      },
    },
    typeSecrets: { clientSecret: 'client-secret-of-portage' },
  });
}

export function getConnectionObject(connectorId: string): DurableObjectStub<ConnectionObject> {
  return testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId));
}

/** Visits a redirect URL, as a browser with cookies would. @returns the query of the callback */
export async function goAndConsent(redirectUrl: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = redirectUrl;
  for (let hops = 0; hops < 12; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const [, name = '', value = ''] of response.headers.getSetCookie().map((text) => /^([^=]+)=([^;]*)/.exec(text) ?? [])) {
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The server responded with ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
    url = new URL(location, url).href;
    if (url.startsWith(REDIRECT_URI)) return Object.fromEntries(new URL(url).searchParams);
  }
  throw new Error('Too many redirects');
}

/** The whole flow of a person who consents. */
export async function connect(connectorId: string): Promise<void> {
  const begun = await getConnectionObject(connectorId).beginAuthorization({ ownerUserId: OWNER, connectorId, redirectUri: REDIRECT_URI });
  if (begun.outcome !== 'redirect') throw new Error(JSON.stringify(begun));
  const query = await goAndConsent(begun.redirectUrl);
  const done = await getConnectionObject(connectorId).finishAuthorization({ connectorId, query, browserSecret: begun.browserSecret });
  if (done.outcome !== 'connected') throw new Error(done.message);
}

export async function acquireLease(connectorId: string, expiredRevision?: number): Promise<ConnectionLease> {
  const result = await tryLease(connectorId, expiredRevision);
  if (result.outcome !== 'leased') throw new Error(result.message);
  return result.lease;
}

export async function tryLease(connectorId: string, expiredRevision?: number, ownerUserId = OWNER) {
  const request = { ownerUserId, connectorId, ...(expiredRevision === undefined ? {} : { expiredRevision }) };
  return (await getConnectionObject(connectorId).lease(request)) as
    | { outcome: 'leased'; lease: ConnectionLease }
    | { outcome: 'refused'; message: string; retryable: boolean; retryAfterMs?: number };
}

export function getToken({ credentials }: ConnectionLease): string {
  return credentials?.kind === 'OAuth' ? credentials.token : '';
}

export async function serverCounts(): Promise<{ refreshed: number; refused: number; revoked: number; tokenRequests: number }> {
  return (await fetch(`${server}/test/counts`)).json();
}

export async function tellServer(command: string): Promise<void> {
  await (await fetch(`${server}/test/${command}`)).text();
}

/** The connector as the API's list shows it. */
export async function connectorRow(connectorId: string) {
  const rows = await db().select().from(schema.connectors);
  return rows.find(({ id }) => id === connectorId);
}
