import {
  type ConnectorRecord,
  type ConnectorTypeRow,
  deleteConnector,
  findConnector,
  findConnectorType,
  insertConnector,
  sealFields,
  updateConnector,
} from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { auditChange } from '../audit/record-audit.ts';
import { forgetCustomFields } from '../connector-types/documents/custom-field-store.ts';
import { connectorNotFound, ownConnector } from '../connector-types/own-connector.ts';
import { conflict, invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { createOnce } from '../http/create-once.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { beginAuthorization, type WayBack } from './begin-authorization.ts';
import {
  asksPerson,
  type ConnectorBody,
  checkAuthorizationWay,
  checkConnectorFields,
  checkSandbox,
  type NewConnectorBody,
  resolveAuthorizationType,
  typeOfNewConnector,
} from './check-connector.ts';
import { connectionObject } from './connection-object.ts';
import { splitSecrets } from './connector-secrets.ts';

interface Saved {
  record: ConnectorRecord;
  redirectUrl: string | null;
}

/**
 * Creates a connector, with the address to go to if a person has to allow the connection.
 *
 * @throws ApiProblem 400, 403, 502 when the system can't be called; the connector is removed then
 */
export async function createConnector(
  context: UserContext,
  body: NewConnectorBody,
  { wayBack, isSimulated = false }: { wayBack?: WayBack; isSimulated?: boolean } = {},
): Promise<Saved> {
  const { db, env, newId, now, user } = context;
  const type = await typeOfNewConnector(context, body.connectorTypeId);
  const { secrets, customOptions } = splitSecrets(body);
  checkConnectorFields(type, body, secrets, null);
  checkAuthorizationWay(type, body.authorizationType ?? null);
  checkSandbox(type, body.useSandbox === true, context);
  const id = newId();
  const authorizationType = resolveAuthorizationType(type, body, null);
  const sealed = await seal(context, id, secrets);
  const row = {
    id,
    connectorTypeId: type.id,
    ...pickOpenFields(body, customOptions),
    name: body.name.trim(),
    useSandbox: body.useSandbox === true,
    authorizationType,
    isSimulated,
    createdAt: now(),
    lastUpdatedAt: now(),
  };
  const record = await createOnce(
    () => insertConnector(db, user.id, row, sealed),
    () => findConnector(db, user.id, id),
  );
  let redirectUrl: string | null = null;
  if (!isSimulated && asksPerson(type, authorizationType)) {
    try {
      redirectUrl = await beginAuthorization(context, record, type, wayBack);
    } catch (error) {
      await deleteConnector(db, user.id, id, now());
      await connectionObject(env, id).forget();
      throw error;
    }
  }
  await auditChange(context, 'connector.created', { connectorId: id, connectorTypeId: type.id, name: record.name });
  return { record, redirectUrl };
}

/** Spec CONN-48, CONN-50. @throws ApiProblem 404, 400 */
export async function saveConnector(context: UserContext, id: string, body: ConnectorBody): Promise<ConnectorRecord> {
  const { db, env, now, user } = context;
  const before = await ownConnector(context, id);
  if (body.connectorTypeId && body.connectorTypeId !== before.connectorTypeId) {
    throw invalid('The application of a connector cannot be changed.', 'connectorTypeId');
  }
  if (typeof body.useSandbox === 'boolean' && body.useSandbox !== before.useSandbox) {
    throw invalid('Sandbox cannot be changed once the connector exists.', 'useSandbox');
  }
  const { secrets, customOptions } = splitSecrets(body);
  const type = await findConnectorType(db, 'everyone', before.connectorTypeId);
  if (type) checkConnectorFields(type, { ...body, name: body.name ?? before.name }, secrets, before);
  const sealed = await seal(context, id, secrets);
  const removed = Object.fromEntries(Object.entries(secrets).flatMap(([name, value]) => (value === null ? [[name, null]] : [])));
  const isOther = changesConnection(before, body, secrets);
  const hasSignIn = type !== null && !before.isSimulated && asksPerson(type, resolveAuthorizationType(type, body, before));
  const record = await updateConnector(
    db,
    user.id,
    id,
    {
      ...pickOpenFields(body, customOptions),
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.authorizationType ? { authorizationType: body.authorizationType } : {}),
      // Earlier tests and refusals say nothing about new credentials. A lost sign-in must still be repeated.
      ...(isOther ? { testedAt: null } : {}),
      ...(isOther && !hasSignIn ? { connectionProblem: null } : {}),
      lastUpdatedAt: now(),
    },
    { ...sealed, ...removed },
  );
  if (!record) throw connectorNotFound();
  await connectionObject(env, id).changed();
  await auditChange(context, 'connector.saved', { connectorId: id, name: record.name, secrets: Object.keys(secrets) });
  return record;
}

/**
 * @returns the page where the person ends the connection at the system itself, for types that have one (spec CONN-22)
 * @throws ApiProblem 404, 409 while active workflows use it
 */
export async function removeConnector(context: UserContext, id: string, activeWorkflows: readonly string[]): Promise<string | null> {
  const { db, env, now, user } = context;
  const record = await ownConnector(context, id);
  if (activeWorkflows.length > 0) {
    const names = activeWorkflows.map((name) => `“${name}”`).join(', ');
    throw conflict('connector-in-use', `The connector is used by active workflows: ${names}. Deactivate them first.`);
  }
  await connectionObject(env, id).retire(id);
  if (!(await deleteConnector(db, user.id, id, now()))) throw connectorNotFound();
  await connectionObject(env, id).forget();
  await forgetCustomFields(env, id);
  await auditChange(context, 'connector.deleted', { connectorId: id, name: record.name });
  return buildDisconnectUrl(await findConnectorType(db, 'everyone', record.connectorTypeId), record);
}

function buildDisconnectUrl(type: ConnectorTypeRow | null, { slug }: ConnectorRecord): string | null {
  const template = type?.settings.additionalData.connection?.disconnectUrl;
  if (!template) return null;
  const filled = template.replaceAll('{slug}', encodeURIComponent(slug ?? ''));
  return URL.canParse(filled) && new URL(filled).protocol === 'https:' ? filled : null;
}

/** Whether more than the name and the description changes. */
function changesConnection(before: ConnectorRecord, body: ConnectorBody, secrets: Readonly<Record<string, string | null>>): boolean {
  const { description: _, customOptions, additionalData: __, ...fields } = pickOpenFields(body, splitSecrets(body).customOptions);
  return (
    Object.keys(secrets).length > 0 ||
    (body.authorizationType ?? before.authorizationType) !== before.authorizationType ||
    Object.entries(fields).some(([name, value]) => before[name as keyof ConnectorRecord] !== value) ||
    !isSameJson({ ...before.customOptions, ...customOptions }, before.customOptions)
  );
}

/** The fields that are stored as sent, without omitted ones. */
function pickOpenFields(body: ConnectorBody, customOptions: Record<string, unknown> | undefined) {
  const text = (value: string | null) => value?.trim() || null;
  return {
    ...(body.description === undefined ? {} : { description: text(body.description) }),
    ...(body.slug === undefined ? {} : { slug: text(body.slug) }),
    ...(body.username === undefined ? {} : { username: text(body.username) }),
    ...(body.clientId === undefined ? {} : { clientId: text(body.clientId) }),
    ...(body.realmId === undefined ? {} : { realmId: text(body.realmId) }),
    ...(customOptions === undefined ? {} : { customOptions }),
    ...(body.additionalData ? { additionalData: body.additionalData } : {}),
  };
}

async function seal({ env }: UserContext, id: string, secrets: Readonly<Record<string, string | null>>) {
  const present = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null);
  return sealFields(getSecretBox(env), 'connector', id, Object.fromEntries(present));
}
