import { dataLimits } from '@portage/contracts';
import type { ownApiCalls } from '@portage/contracts/calls';
import { type ConnectorTypeRow, countOwnTypes, findConnectorType, findStoredFile } from '@portage/database';
import type { z } from 'zod';
import { ApiProblem, conflict, invalid, notFound } from '../http/api-problem.ts';
import type { SignedInUser, UserContext } from '../http/context.ts';
import type { ConnectorTypeBody } from './check-connector-type.ts';
import { createConnectorType, saveConnectorType } from './save-connector-type.ts';

type OwnApiBody = z.output<(typeof ownApiCalls)['POST /api/own-apis']['body']>;

/**
 * Whether a person may change a type without being an admin: it's theirs, nobody else uses it, and no admin has stored a secret in it,
 * which a changed address would reveal (HOSTILE 22).
 */
export function isOwnApi({ userId, visibility, isSystem, secrets, settings }: ConnectorTypeRow, user: Pick<SignedInUser, 'id'>): boolean {
  const hasClient = Object.keys(secrets).length > 0 || settings.clientId !== null || settings.sandboxClientId !== null;
  return userId === user.id && visibility === 'User' && !isSystem && !hasClient;
}

/** @throws ApiProblem 404 for what isn't the caller's, 403 for the caller's type that only admins may change now */
export async function ownApi({ db, user }: UserContext, id: string): Promise<ConnectorTypeRow> {
  const row = await findConnectorType(db, { ownerUserId: user.id }, id);
  if (!row || row.userId !== user.id || row.isSystem) throw notFound('This API');
  if (isOwnApi(row, user)) return row;
  const why = row.visibility === 'AllUsers' ? 'is shared with everyone' : 'was set up by an admin';
  throw new ApiProblem(403, 'own-api-locked', `“${row.name}” ${why}. Only an admin can change or delete it now.`);
}

/** @throws ApiProblem 400, 404, 409 at the limit */
export async function createOwnApi(context: UserContext, body: OwnApiBody): Promise<ConnectorTypeRow> {
  if ((await countOwnTypes(context.db, context.user.id)) >= dataLimits.ownApis) {
    throw conflict('own-api-limit', `You have ${dataLimits.ownApis} APIs of your own, which is the limit. Delete one first.`);
  }
  await checkDocument(context, body);
  return createConnectorType(context, toTypeBody(body), { isOwnApi: true });
}

/** @throws ApiProblem 404, 403, 400 */
export async function saveOwnApi(context: UserContext, id: string, body: OwnApiBody): Promise<ConnectorTypeRow> {
  const before = await ownApi(context, id);
  if (body.openApiDocument.fileStorageId !== before.openApiDocument?.fileStorageId) await checkDocument(context, body);
  return saveConnectorType(context, before, toTypeBody(body), { isOwnApi: true });
}

/** @throws ApiProblem 404 for a file that isn't the caller's, 400 */
async function checkDocument({ db, user }: UserContext, { openApiDocument }: OwnApiBody): Promise<void> {
  const file = await findStoredFile(db, { ownerUserId: user.id }, { id: openApiDocument.fileStorageId });
  if (!file) throw notFound(`The file ${openApiDocument.fileName}`);
  checkDocumentSize(file.sizeBytes);
}

/** @throws ApiProblem 400 */
export function checkDocumentSize(sizeBytes: number): void {
  if (sizeBytes <= dataLimits.ownApiDocumentBytes) return;
  const limit = dataLimits.ownApiDocumentBytes / 1024 / 1024;
  throw invalid(`The document is larger than ${limit} MB. Leave out the operations that you don't need.`, 'openApiDocument');
}

function toTypeBody({ connection, ...body }: OwnApiBody): ConnectorTypeBody {
  return {
    ...body,
    visibility: 'User',
    needSlug: false,
    hasCustomParameters: false,
    hasSandboxOption: false,
    isHiddenForNewConnectors: false,
    subscriptionRequired: false,
    // The person chose one way to sign in: their connectors are asked for nothing else.
    additionalData: { connection: { ...connection, authorizationTypes: [] } },
  };
}
