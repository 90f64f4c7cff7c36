import { readDocument } from '@portage/connectors/document';
import { editDocument, writeYaml } from '@portage/connectors/editing/text';
import { documentEditingCalls } from '@portage/contracts/calls';
import { type ConnectorTypeRow, findConnectorType } from '@portage/database';
import { isObject } from '@portage/primitives/json';
import { ApiProblem, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { implement } from '../../http/implement.ts';
import { editableConnectorType } from '../save-connector-type.ts';
import { openUploaded, textOfDocument } from './import-uploaded.ts';
import { atReference, collectReferences, eventHolders, getMember } from './places.ts';
import { checkRevision, getRevision, replaceText } from './replace-text.ts';

/** CTYPE-17: the Api Editor reads and writes single parts of a document. */
export const documentEditingRoutes = implement(documentEditingCalls, {
  async 'GET /api/connector-types/{id}/edit-operation'({ params, query }, context) {
    const type = await typeWithDocument(context, params.id);
    const { summary } = await openUploaded(context.env, type.openApiDocument);
    const entry = summary.operations.find(({ id }) => id === query.operationId);
    if (!entry) throw notFound('This operation');
    const document = await parsedDocument(context, type);
    const item = getMember(getMember(document, 'paths'), entry.path);
    const pathItem = atReference(document, item) ?? item;
    const method = entry.method.toLowerCase();
    const operation = getMember(pathItem, method);
    const pathParameters = toArray(getMember(pathItem, 'parameters'));
    return {
      method,
      path: entry.path,
      operation: operation as Record<string, unknown>,
      pathParameters,
      referenced: collectReferences(document, operation, pathParameters),
      isSwagger2: getMember(document, 'swagger') !== undefined,
      resource: entry.resourceId,
      revision: getRevision(type),
    };
  },

  async 'GET /api/connector-types/{id}/edit-event'({ params, query }, context) {
    const type = await typeWithDocument(context, params.id);
    const document = await parsedDocument(context, type);
    const { summary } = await openUploaded(context.env, type.openApiDocument);
    const resource = summary.events.find(({ id }) => id === query.eventId)?.resourceId ?? '';
    for (const holder of eventHolders) {
      const item = getMember(getMember(document, holder), query.eventId);
      if (item === undefined) continue;
      const resolved = (atReference(document, item) ?? item) as Record<string, unknown>;
      return { id: query.eventId, member: holder, item: resolved, resource, revision: getRevision(type) };
    }
    throw notFound('This event');
  },

  async 'GET /api/connector-types/{id}/edit-entities'({ params }, context) {
    const type = await typeWithDocument(context, params.id);
    const written = type.openApiDocument ? getMember(await parsedDocument(context, type), 'x-entities') : undefined;
    const entities = listEntries(written).flatMap(([name, definition]) => (isObject(definition) ? [{ name, definition }] : []));
    return { entities, revision: getRevision(type) };
  },

  async 'GET /api/connector-types/{id}/edit-reference'({ params, query }, context) {
    const document = await parsedDocument(context, await typeWithDocument(context, params.id));
    const value = atReference(document, { $ref: query.reference });
    if (value === undefined) throw notFound('The target of this reference');
    return { value };
  },

  async 'PUT /api/connector-types/{id}/document-parts'({ params, body }, context) {
    const type = await editableConnectorType(context, params.id);
    checkRevision(type, body.revision);
    const text = type.openApiDocument ? await textOfDocument(context.env, type.openApiDocument) : emptyDocument(type);
    const edits = body.edits.map(({ path, value }) => ({ path, value }));
    const edited = editDocument(text, edits);
    if (!edited.ok) throw new ApiProblem(409, 'document-unreadable', 'This document has errors. Fix them in the YAML tab first.');
    return replaceText(context, type, edited.text, body.revision, edited.read);
  },
});

function emptyDocument({ name, settings }: ConnectorTypeRow): string {
  const servers = settings.baseUrl ? { servers: [{ url: settings.baseUrl }] } : {};
  return writeYaml({ openapi: '3.1.0', info: { title: name, version: '1.0.0' }, ...servers, paths: {} });
}

/** @throws ApiProblem 404 */
async function typeWithDocument({ db }: UserContext, id: string): Promise<ConnectorTypeRow> {
  const type = await findConnectorType(db, 'everyone', id);
  if (!type) throw notFound('This connector type');
  return type;
}

/** @throws ApiProblem 404 if the type has none */
async function parsedDocument({ env }: UserContext, { openApiDocument }: ConnectorTypeRow): Promise<unknown> {
  if (!openApiDocument) throw notFound('The OpenAPI document of this application');
  const read = readDocument(await textOfDocument(env, openApiDocument));
  return read.ok ? read.document : {};
}

function listEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
