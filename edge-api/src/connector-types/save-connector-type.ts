import { MASKED_SECRET, secretTypeFields } from '@portage/contracts';
import {
  type ConnectorTypeRow,
  type ConnectorTypeSettings,
  deleteConnectorType,
  type FileLocation,
  findConnectorType,
  findStoredFile,
  findUser,
  insertConnectorType,
  isAdmin,
  type NewConnectorTypeRow,
  sealFields,
  updateConnectorType,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { STORAGE_TYPE } from '../files/file-store.ts';
import { ApiProblem, conflict, invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { createOnce } from '../http/create-once.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { type ConnectorTypeBody, checkConnectorType } from './check-connector-type.ts';
import { importUploaded } from './documents/import-uploaded.ts';

/** @throws ApiProblem 400 */
export async function createConnectorType(
  context: UserContext,
  body: ConnectorTypeBody,
  { isOwnApi = false } = {},
): Promise<ConnectorTypeRow> {
  checkConnectorType(body, { hasClientSecret: false, isOwnApi });
  const { db, env, newId, now, user } = context;
  const id = newId();
  const given = newSecrets(body);
  const secrets = await sealFields(getSecretBox(env), 'connector-type', id, present(given));
  const values = {
    id,
    ...(await buildColumns(context, body, { userId: user.id })),
    isSystem: false,
    secrets,
    createdAt: now(),
    lastUpdatedAt: now(),
  };
  const row = await createOnce(
    () => insertConnectorType(db, values),
    () => findConnectorType(db, 'everyone', id),
  );
  await auditChange(context, 'connector-type.created', { connectorTypeId: id, name: row.name });
  return row;
}

/**
 * @param before the type, which the caller may change
 * @throws ApiProblem 404 if it was deleted meanwhile, 400
 */
export async function saveConnectorType(
  context: UserContext,
  before: ConnectorTypeRow,
  body: ConnectorTypeBody,
  { isOwnApi = false } = {},
): Promise<ConnectorTypeRow> {
  const { db, env, now } = context;
  const { id } = before;
  checkConnectorType(body, { hasClientSecret: before.secrets.clientSecret !== undefined, isOwnApi });
  const given = newSecrets(body);
  const sealed = await sealFields(getSecretBox(env), 'connector-type', id, present(given));
  const removed = Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === null ? [[name, null]] : [])));
  const columns = await buildColumns(context, body, before);
  const row = await updateConnectorType(db, id, { ...columns, lastUpdatedAt: now() }, { ...sealed, ...removed });
  if (!row) throw notFound('This connector type');
  await auditChange(context, 'connector-type.saved', { connectorTypeId: id, name: row.name });
  return row;
}

/** For admins. @throws ApiProblem 404, 403 for a type that comes with Portage (spec CTYPE-02) */
export async function editableConnectorType({ db }: UserContext, id: string): Promise<ConnectorTypeRow> {
  const row = await findConnectorType(db, 'everyone', id);
  if (!row) throw notFound('This connector type');
  if (row.isSystem) throw new ApiProblem(403, 'system-type', 'This connector type comes with Portage and cannot be changed.');
  return row;
}

/** Offers a private type to everyone. @throws ApiProblem 404, 403 for a type that comes with Portage */
export async function shareConnectorType(context: UserContext, id: string): Promise<ConnectorTypeRow> {
  const before = await editableConnectorType(context, id);
  if (before.visibility === 'AllUsers') return before;
  const row = await updateConnectorType(context.db, id, { visibility: 'AllUsers', lastUpdatedAt: context.now() });
  if (!row) throw notFound('This connector type');
  await auditChange(context, 'connector-type.shared', { connectorTypeId: id, name: row.name });
  return row;
}

/** @throws ApiProblem 409 with the connectors that use it, if they are the caller's */
export async function removeConnectorType(context: UserContext, { id, name, userId }: ConnectorTypeRow): Promise<void> {
  const used = await deleteConnectorType(context.db, id);
  if (used.length > 0) {
    const what =
      userId === context.user.id && !isAdmin(context.user)
        ? `These connectors use “${name}”: ${used.map((connector) => `“${connector}”`).join(', ')}.`
        : `${used.length === 1 ? 'One connector is' : `${used.length} connectors are`} of this type.`;
    throw conflict('connector-type-in-use', `${what} Delete them first.`);
  }
  await auditChange(context, 'connector-type.deleted', { connectorTypeId: id, name });
}

/** @param before the type as it is, or who creates one */
async function buildColumns(
  context: UserContext,
  body: ConnectorTypeBody,
  before: Pick<ConnectorTypeRow, 'userId'> & Partial<ConnectorTypeRow>,
) {
  const { db } = context;
  const chosen = typeof body.userId === 'string' ? await findUser(db, body.userId) : undefined;
  if (chosen === null) throw invalid('There is no such user.', 'userId');
  const userId = chosen?.id ?? before.userId;
  const text = (value: string | null | undefined) => value?.trim() || null;
  const settings: ConnectorTypeSettings = {
    label: text(body.label),
    requestTokenUrl: text(body.requestTokenUrl),
    authUrl: text(body.authUrl),
    tokenUrl: text(body.tokenUrl),
    clientId: text(body.clientId),
    webhookType: text(body.webhookType),
    baseUrl: text(body.baseUrl)?.replace(/\/+$/, '') ?? null,
    authorizationType: body.authorizationType,
    tokenRequestContentType: text(body.tokenRequestContentType),
    sandboxRequestTokenUrl: text(body.sandboxRequestTokenUrl),
    sandboxAuthUrl: text(body.sandboxAuthUrl),
    sandboxTokenUrl: text(body.sandboxTokenUrl),
    sandboxClientId: text(body.sandboxClientId),
    sandboxBaseUrl: text(body.sandboxBaseUrl)?.replace(/\/+$/, '') ?? null,
    needSlug: body.needSlug,
    hasCustomParameters: body.hasCustomParameters,
    hasSandboxOption: body.hasSandboxOption,
    scope: text(body.scope),
    callbackUrlRoot: text(body.callbackUrlRoot)?.replace(/\/+$/, '') ?? null,
    additionalData: (body.additionalData ?? {}) as ConnectorTypeSettings['additionalData'],
  };
  return {
    userId,
    name: body.name.trim(),
    visibility: body.visibility,
    isHiddenForNewConnectors: body.isHiddenForNewConnectors,
    subscriptionRequired: body.subscriptionRequired,
    settings,
    openApiDocument: await ownDocument(context, body.openApiDocument, before.openApiDocument),
    logo: await ownFile(context, body.logo, before.logo),
  } satisfies Partial<NewConnectorTypeRow>;
}

/** A file that the caller uploaded, or the current one. @throws ApiProblem 400 for any other */
async function ownFile(
  { db, user }: UserContext,
  given: ConnectorTypeBody['logo'],
  before: FileLocation | null | undefined,
): Promise<FileLocation | null> {
  // Omitted: unchanged. Saving other fields must not bring an older document back.
  if (given === undefined) return before ?? null;
  if (given === null) return null;
  if (given.fileStorageId === before?.fileStorageId) return before;
  const file = await findStoredFile(db, { ownerUserId: user.id }, { id: given.fileStorageId });
  if (!file) throw invalid(`The file ${given.fileName} was not found. Please upload it again.`);
  return { fileName: file.fileName, fileStorageId: file.id, storageType: STORAGE_TYPE };
}

/**
 * A document that the caller uploaded, read and stored in parts, or the current one. @throws ApiProblem 400 with what is wrong with
 * it (spec CTYPE-13)
 */
async function ownDocument(
  context: UserContext,
  given: ConnectorTypeBody['openApiDocument'],
  before: FileLocation | null | undefined,
): Promise<FileLocation | null> {
  const location = await ownFile(context, given, before);
  if (location && location.fileStorageId !== before?.fileStorageId) await importUploaded(context.env, location);
  return location;
}

/** The entered values: null removes a stored one; untouched ones are omitted. */
function newSecrets(body: ConnectorTypeBody): Record<string, string | null> {
  const entered = secretTypeFields.flatMap((name): [string, string | null][] => {
    const value = body[name];
    if (value === null || value === undefined || value === MASKED_SECRET) return [];
    return [[name, value === '' ? null : value]];
  });
  return Object.fromEntries(entered);
}

function present(secrets: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null));
}
