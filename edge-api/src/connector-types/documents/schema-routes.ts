import { withCustomFields } from '@portage/connectors/choices';
import { importDocument } from '@portage/connectors/document';
import {
  type ConnectorDocument,
  expandReference,
  loadPayloadSchema,
  loadRequestSchema,
  loadResponseSchema,
  loadSubscriptionSchema,
} from '@portage/connectors/openapi';
import { operationScript } from '@portage/connectors/requests';
import { withoutFilled } from '@portage/connectors/schema';
import { connectorSchemaCalls } from '@portage/contracts/calls';
import { findConnectorType, findStoredFile } from '@portage/database';
import { notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { implement } from '../../http/implement.ts';
import { editableConnectorType } from '../save-connector-type.ts';
import { readCustomFields } from './custom-field-store.ts';
import { documentOfConnector, typeOfConnector } from './document-of-connector.ts';
import { openUploaded, problemTexts, readUploaded, textOfDocument } from './import-uploaded.ts';
import { checkRevision, detectFormat, getRevision, replaceText } from './replace-text.ts';

/** Reads and edits the documents of connector types (API-81, API-84, API-87, API-88, API-95, API-97, API-103, API-104). */
export const connectorSchemaRoutes = implement(connectorSchemaCalls, {
  async 'POST /api/connector-types/validate'({ body }, { db, env }) {
    const { fileName, fileStorageId } = body.openApiDocument;
    const file = await findStoredFile(db, 'everyone', { id: fileStorageId });
    if (!file) throw notFound(`The file ${fileName}`);
    return problemTexts(await readUploaded(env, body.openApiDocument));
  },

  async 'GET /api/connector-types/{id}/edit-schema'({ params }, { db, env }) {
    const type = await findConnectorType(db, 'everyone', params.id);
    if (!type) throw notFound('This connector type');
    const revision = getRevision(type);
    if (!type.openApiDocument) return { schema: NOTHING, revision, openApiVersion: '3.1.0', title: type.name, eventsMember: 'webhooks' };
    const document = await openUploaded(env, type.openApiDocument);
    const { openApiVersion, title } = document.summary;
    const eventsMember = /^3\.[12]/.test(openApiVersion) ? 'webhooks' : 'x-webhooks';
    return { schema: presentLists(document), revision, openApiVersion, title, eventsMember };
  },

  async 'GET /api/connector-types/{id}/yaml'({ params }, { db, env }) {
    const type = await findConnectorType(db, 'everyone', params.id);
    if (!type) throw notFound('This connector type');
    const revision = getRevision(type);
    if (!type.openApiDocument) return { yaml: '', errors: [], warnings: [], revision, format: 'yaml' as const };
    const yaml = await textOfDocument(env, type.openApiDocument);
    return { yaml, ...problemTexts(importDocument(yaml)), revision, format: detectFormat(yaml) };
  },

  async 'PUT /api/connector-types/{id}/yaml'({ params, body }, context) {
    const type = await editableConnectorType(context, params.id);
    checkRevision(type, body.revision);
    return replaceText(context, type, body.yaml, body.revision);
  },

  async 'GET /api/connectors/{id}/api-schema'({ params }, context) {
    return { schema: offeredLists(await documentOfConnector(context, params.id)) };
  },

  async 'GET /api/connectors/{id}/resources'({ params }, context) {
    return { resources: offeredLists(await documentOfConnector(context, params.id)).resources };
  },

  async 'GET /api/connectors/{id}/events'({ params, query }, context) {
    const document = await documentOfConnector(context, params.id);
    const { events } = presentLists(document);
    if (query.resourceId === undefined) return { events };
    const ofResource = events.filter(({ resourceId }) => resourceId === query.resourceId);
    // All resources together could be megabytes.
    const payloads = await Promise.all(ofResource.map(({ id }) => loadPayloadSchema(document, id)));
    return { events: ofResource.map((event, index) => ({ ...event, payloadSchema: open(payloads[index] ?? null) })) };
  },

  async 'GET /api/connectors/{id}/operation-schema'({ params, query }, context) {
    const document = await documentWith(context, params.id, query.operationId);
    return {
      requestSchema: open(await requestSchemaFor(context, params.id, document, query.operationId, query.contentType)),
      responseSchema: open(await loadResponseSchema(document, query.operationId)),
    };
  },

  async 'GET /api/connectors/{id}/operation-script'({ params, query }, context) {
    const document = await documentWith(context, params.id, query.operationId);
    return { script: operationScript(await requestSchemaFor(context, params.id, document, query.operationId)) };
  },

  async 'GET /api/connectors/{id}/event-schema'({ params, query }, context) {
    const document = await documentOfConnector(context, params.id);
    if (!document.summary.events.some(({ id }) => id === query.eventId)) throw notFound('This event');
    return {
      requestSchema: open(await loadSubscriptionSchema(document, query.eventId)),
      payloadSchema: open(await loadPayloadSchema(document, query.eventId)),
    };
  },

  async 'GET /api/connectors/{id}/schema-node'({ params, query }, context) {
    const document = await documentOfConnector(context, params.id);
    const node = await expandReference(document, query.reference).catch(() => null);
    if (!node) throw notFound('This part of the schema');
    return { node: open(node) };
  },
});

const NOTHING = { resources: [], operations: [], events: [], customData: { customForms: [] } };

/** @throws ApiProblem 404 also if it has no such operation */
async function documentWith(context: UserContext, connectorId: string, operationId: string): Promise<ConnectorDocument> {
  const document = await documentOfConnector(context, connectorId);
  if (!document.summary.operations.some(({ id }) => id === operationId)) throw notFound('This operation');
  return document;
}

/** Without the fields that the connection fills in, and with the account's own fields. */
async function requestSchemaFor(
  context: UserContext,
  connectorId: string,
  document: ConnectorDocument,
  operationId: string,
  contentType?: string,
) {
  const { env } = context;
  const settings = (await typeOfConnector(context, connectorId))?.settings;
  const schema = withoutFilled(
    await loadRequestSchema(document, operationId, contentType),
    settings?.additionalData.connection?.authParameters ?? [],
  );
  if (!document.summary.customParameters) return schema;
  return withCustomFields(document, schema, operationId, await readCustomFields(env, connectorId));
}

function presentLists({ summary: { resources, operations, events, customData = {} } }: ConnectorDocument) {
  const { customForms } = customData;
  return {
    resources: resources.map(open),
    // The name in spec CTYPE-23.
    operations: operations.map((operation) => open({ ...operation, httpMethod: operation.method })),
    events: events.map(open),
    customData: { ...customData, customForms: Array.isArray(customForms) ? (customForms as unknown[]) : [] },
  };
}

/** Without hidden operations (spec CTYPE-27) and resources that have nothing else. */
function offeredLists(document: ConnectorDocument) {
  const { operations, resources, events, ...lists } = presentLists(document);
  const offered = operations.filter(({ isHidden }) => !isHidden);
  const used = new Set([...offered, ...events].map(({ resourceId }) => resourceId));
  return { ...lists, events, operations: offered, resources: resources.filter(({ id }) => used.has(id)) };
}

/** The contract's objects allow extra members, but an interface has no index signature to say so. */
function open<Value extends object | null>(value: Value): Value & Record<string, unknown> {
  return value as Value & Record<string, unknown>;
}
