import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { storableText } from './query-fields.ts';

const idField = () => storableText(2_000).min(1);
/** An entry of a lookup list (spec STEP-108). */
const entrySchema = z.object({ id: z.string(), name: z.string() });
/** Whether the system has more than these; absent: no. */
const cutMark = () => z.boolean().optional();
/** A schema node (spec STEP-106). */
const nodeSchema = z.looseObject({ name: z.string(), label: z.string().nullable(), type: z.string(), isRequired: z.boolean() });

/** Identifies a field of a form: the same path occurs in many operations. */
const fieldIdentity = {
  connectorId: idField(),
  parameterPath: idField(),
  operationId: idField().nullish(),
  eventId: idField().nullish(),
  /** Values of the fields that the choices depend on, by path. */
  lookupParameters: z.record(storableText(2_000), storableText(10_000)).nullable().default({}),
};

const syncOperationSchema = z.object({
  syncType: z.string(),
  role: z.enum(['source', 'target']),
  operationId: z.string(),
  requestSchema: nodeSchema,
});
const byConnectorTypeId = z.record(z.string(), z.array(syncOperationSchema));

/** Questions that step forms ask the connected system, and the operations for data steps. */
export const connectorChoiceCalls = defineCalls({
  'POST /api/connectors/find-lookup-options': {
    summary: 'What the connected system offers for a field with a lookup; `operationId` or `eventId` names the form.',
    access: 'user',
    effect: 'write',
    body: z.strictObject(fieldIdentity),
    response: z.object({ lookups: z.array(entrySchema), isCut: cutMark() }),
  },
  'POST /api/connectors/find-autocomplete-options': {
    summary: 'What the connected system finds for a text of at least three characters.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ ...fieldIdentity, searchField: storableText(200).nullish(), searchValue: storableText(500) }),
    response: z.object({ options: z.array(entrySchema), isCut: cutMark() }),
  },
  'POST /api/connectors/{id}/resync-custom-parameters': {
    summary: 'Reads the connected account’s custom fields.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema.pick({ isSuccess: true }).extend({ errorMessage: z.string().nullable() }),
  },
  'GET /api/connector-types/sync-step/schema': {
    summary:
      'What the two systems of a sync step accept, by connector type. The workflow must be the caller’s own; the result does not depend on it today.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ sourceConnectorTypeId: idField(), targetConnectorTypeId: idField(), workflowId: idField().optional() }),
    response: z.object({
      isSuccess: z.boolean(),
      error: z.string().nullable(),
      schema: z.object({ operationsByConnectorTypeId: byConnectorTypeId }).nullable(),
      operationsByConnectorTypeId: byConnectorTypeId,
    }),
  },
  'GET /api/connector-types/{id}/get-data/schema': {
    summary: 'The parameters for fetching each kind of data from a system.',
    access: 'user',
    effect: 'read',
    response: z.object({ operations: z.array(z.object({ dataType: z.string(), operationId: z.string(), requestSchema: nodeSchema })) }),
  },
});
