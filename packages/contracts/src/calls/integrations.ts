import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { warningSchema } from './call-results.ts';
import {
  directionSchema,
  idField,
  integrationLimits,
  integrationSchema,
  mappingsSchema,
  schemaPropertySchema,
  stepDefinitionSchema,
  writtenIntegrationFields,
} from './integration-fields.ts';
import { instantField, pageFields, searchField, storableText } from './query-fields.ts';
import {
  itemStatusSchema,
  neverSyncedWorkflowSchema,
  previewFlowSchema,
  syncFlowSchema,
  syncItemDetailsSchema,
  syncItemPageSchema,
} from './sync-fields.ts';
import { workflowSchema } from './workflow-fields.ts';

const integrationBody = z.strictObject(writtenIntegrationFields);
const lastSyncQuery = z.strictObject({ lastSyncDate: instantField() });
const { bodyBytes: bodyLimitBytes } = integrationLimits;
const savedResponse = z.object({ id: z.string(), warnings: z.array(warningSchema) });
const entityName = () => storableText(200).optional();
const integrationParams = { workflowId: idField(), direction: directionSchema, integrationType: idField() };

/** Settings of integration workflows (spec section INT). */
export const integrationCalls = defineCalls({
  'GET /api/integration/integrations/{id}': {
    summary: 'An integration with its workflow.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflow: workflowSchema, integration: integrationSchema }),
  },
  'GET /api/integration/integrations/{workflowId}/{integrationType}': {
    summary: 'The settings of one integration type of a workflow; null if there are none yet.',
    access: 'user',
    effect: 'read',
    response: z.object({ integration: integrationSchema.nullable() }),
  },
  'POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}': {
    summary:
      'Sets up an integration of a workflow. 409 if the workflow already has one of the type. A warning names the workflows that carry the records back to where they came from.',
    access: 'user',
    effect: 'write',
    params: z.strictObject(integrationParams),
    query: lastSyncQuery,
    body: integrationBody,
    bodyLimitBytes,
    response: savedResponse,
  },
  'POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}': {
    summary: 'Changes an integration; its last sync date is unchanged unless one is given.',
    access: 'user',
    effect: 'write',
    params: z.strictObject({ id: idField(), ...integrationParams }),
    query: lastSyncQuery,
    body: integrationBody,
    bodyLimitBytes,
    response: savedResponse,
  },
  'POST /api/integration/integrations/operations/schema': {
    summary:
      'The fields of an entity for mapping: those read from a record, or those that may be written. `entityType` is Source, Target (the default) or the entity itself.',
    access: 'user',
    effect: 'read',
    body: z.strictObject({
      /** The connector of the side whose fields are requested. */
      connectorId: idField(),
      sourceEntity: entityName().nullable(),
      targetEntity: entityName().nullable(),
      /** An entity that the main one depends on, to get its fields instead. */
      dependEntity: entityName().nullable(),
      entityType: entityName().nullable(),
      integrationApplicationType: entityName().nullable(),
      directionType: directionSchema.nullable().default('SourceToTarget'),
      /** The source system's connector; with it, mappings are proposed. */
      sourceConnectorId: idField().nullish(),
      /** With mappings between the two entities, the response lists their flaws. */
      mappings: mappingsSchema.nullish(),
    }),
    bodyLimitBytes,
    response: z.object({
      /** What people call the entity's records. */
      title: z.string(),
      schemaProperties: z.array(schemaPropertySchema),
      /** Initial mappings; none if the other side isn't given. */
      proposals: z.array(z.object({ fromParameterExpression: z.string(), toParameterPath: z.string() })),
      /** For known pairs whose records refer to others: the other entity in the source, and the expression for its id there. */
      dependencies: z.array(z.object({ entity: z.string(), fromParameterExpression: z.string(), toParameterPath: z.string() })),
      /** For known pairs: paths that receive the source's id. */
      externalIdFields: z.array(z.string()),
      /** Mappings onto missing fields (`target`), and from missing fields (`source`). */
      flaws: z.array(z.object({ toParameterPath: z.string(), side: z.enum(['source', 'target']), message: z.string() })),
    }),
  },
  'GET /api/integrations/steps': {
    summary: 'The kinds of integration step with their fields.',
    access: 'user',
    effect: 'read',
    response: z.object({ definitions: z.array(stepDefinitionSchema) }),
  },
  'GET /api/integrations/steps/{id}': {
    summary: 'A workflow with an integration step, by the workflow’s id.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflow: workflowSchema }),
  },
  'GET /api/connector-types/{id}/entities': {
    summary: 'The kinds of record in a system that can be synchronised.',
    access: 'user',
    effect: 'read',
    response: z.object({
      entities: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          isSource: z.boolean(),
          isTarget: z.boolean(),
          /** Target paths that may hold the source's id. */
          externalIdFields: z.array(z.string()),
          /** Entities of the system whose records it refers to. */
          dependsOn: z.array(z.string()),
          /** Questions to the person who sets up a flow; the choices are stored in `customFormData`. */
          parameters: z.array(
            z.object({
              name: z.string(),
              title: z.string(),
              description: z.string().nullable(),
              isRequired: z.boolean(),
              /** The side that asks it; null: both. */
              role: z.enum(['source', 'target']).nullable(),
            }),
          ),
        }),
      ),
    }),
  },
});

export const syncCalls = defineCalls({
  'GET /api/integrations/flows': {
    summary: 'The caller’s flows, most recently changed first; the flows of one workflow in the order in which they were created.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ workflowId: idField().optional(), ...pageFields() }),
    response: z.object({ flows: z.array(syncFlowSchema), totalCount: z.number() }),
  },
  'GET /api/integrations/never-synced': {
    summary: 'The caller’s workflows that are set up to sync and never have, most recently changed first; 100 at most.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflows: z.array(neverSyncedWorkflowSchema) }),
  },
  'GET /api/integrations/audit': {
    summary: 'Actions on the caller’s own workflows of one kind of integration, newest first.',
    access: 'user',
    effect: 'read',
    /** `app`: an integration type; letter case and dashes are ignored. */
    query: z.strictObject({ app: storableText(200).min(1), ...pageFields() }),
    response: z.object({
      auditEntries: z.array(
        z.object({
          id: z.number(),
          at: z.string(),
          action: z.string(),
          /** Null: it is about several workflows, or one that was deleted for good. */
          workflow: z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() }).nullable(),
          /** An administrator did it in the caller's name. */
          isByAdmin: z.boolean(),
          /** Name of the API key that did it; null: a signed-in person. */
          apiKeyName: z.string().nullable(),
        }),
      ),
      totalCount: z.number(),
    }),
  },
  'GET /api/integrations/flows/{flowId}': {
    summary: 'One flow.',
    access: 'user',
    effect: 'read',
    response: z.object({ flow: syncFlowSchema }),
  },
  'GET /api/integrations/flows/{flowId}/items': {
    summary: 'Items of a flow by part of their name or ids and by status, most recently changed first.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ searchTerm: searchField(), status: itemStatusSchema.optional(), ...pageFields() }),
    response: syncItemPageSchema,
  },
  'GET /api/integrations/flows/{flowId}/items/{itemId}': {
    summary: 'One item with the source record and what was written from it; the item’s id is the record’s id in the source.',
    access: 'user',
    effect: 'read',
    // Follows PostgreSQL's limit for a source's id.
    params: z.strictObject({ flowId: idField(), itemId: storableText(500).min(1) }),
    response: z.object({ item: syncItemDetailsSchema }),
  },
  'POST /api/integrations/flows/{flowId}/sync-again': {
    summary: 'Syncs records again, even unchanged ones: those given, all in Error, all that wait, or all that changed since a date.',
    access: 'user',
    effect: 'write',
    body: z
      .strictObject({
        sourceItemIds: z.array(storableText(500).min(1)).min(1).max(100).optional(),
        allInError: z.literal(true).optional(),
        /** InProgress: waiting after a failure, or for another record. */
        allWaiting: z.literal(true).optional(),
        fromDate: instantField(),
      })
      .refine(
        (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
        'Say one of sourceItemIds, allInError, allWaiting and fromDate.',
      ),
    /** `count`: known items that will be written again; with `fromDate` it is 0, as only the source knows. */
    response: z.object({ count: z.number(), workflowInstanceId: z.string() }),
  },
  'POST /api/integrations/flows/{flowId}/pause': {
    summary: 'Pauses a flow; a sync in progress stops at its next page.',
    access: 'user',
    effect: 'write',
    response: z.object({ flow: syncFlowSchema }),
  },
  'POST /api/integrations/flows/{flowId}/resume': {
    summary: 'Resumes a paused flow; the next run of the workflow continues where the flow stopped.',
    access: 'user',
    effect: 'write',
    response: z.object({ flow: syncFlowSchema }),
  },
  'POST /api/integrations/flows/{flowId}/sync-now': {
    summary: 'Runs the flow’s workflow as a manual run. 409 while the workflow is inactive, the flow is paused or a sync is in progress.',
    access: 'user',
    effect: 'write',
    response: z.object({ workflowInstanceId: z.string() }),
  },
  'POST /api/integrations/preview': {
    summary:
      'What a sync would do with the first source records under saved or unsaved settings or the workflow’s Sync steps; changes nothing anywhere.',
    access: 'user',
    // Asks the connected systems in the caller's name.
    effect: 'write',
    body: z
      .strictObject({
        workflowId: idField().optional(),
        integrationType: idField().optional(),
        /** Unsaved settings; with a workflow, what its flows already know is used. */
        definition: z.strictObject({ integrationType: idField(), directionType: directionSchema, ...writtenIntegrationFields }).optional(),
      })
      .refine(({ workflowId, definition }) => workflowId !== undefined || definition !== undefined, 'Say workflowId or definition'),
    bodyLimitBytes,
    response: z.object({ flows: z.array(previewFlowSchema) }),
  },
});
