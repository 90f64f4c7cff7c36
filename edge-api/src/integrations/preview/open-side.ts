import { type EntityCall, type EntityDefinition, type EntityFields, entityCallValues, unanswered } from '@portage/connectors/entities';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { type MappedValue, RequestError, valuesFromMappings } from '@portage/connectors/requests';
import type { ConnectionKey } from '@portage/connectors/schema';
import { type ConnectorRecord, findConnectorType } from '@portage/database';
import type { FlowSide } from '@portage/sync';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { callOperation, listItems, type OperationCall } from '../../connectors/choices/call-operation.ts';
import { ApiProblem, invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { type EntityUse, requireEntity } from '../entities-of.ts';
import { type PreviewBudget, PreviewOver } from './preview-budget.ts';
import { requireReading } from './require-reading.ts';

/** One system of a flow, to be read but never changed. */
export interface PreviewSide {
  connector: ConnectorRecord;
  typeName: string;
  document: ConnectorDocument;
  entity: EntityDefinition;
  /** The answers of the person who set the flow up, as placeholders: `parameter.locationId`. */
  fields: EntityFields;
  keys: readonly ConnectionKey[];
}

/** @throws ApiProblem 404 for others' connectors, 400 if the entity doesn't exist */
export async function openSide(side: FlowSide, use: EntityUse, context: UserContext): Promise<PreviewSide> {
  const connector = await ownConnector(context, side.connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  const document = await openUploaded(context.env, type?.openApiDocument ?? null);
  const typeName = type?.name ?? connector.name;
  const entity = requireEntity(document.summary.entities ?? [], side.entity, use, typeName, 'entityType');
  const [question] = unanswered(entity, use === 'read' ? 'source' : 'target', side.parameters);
  if (question) throw invalid(`Choose “${question.title}” of ${entity.title} in ${typeName} first.`, 'customFormData');
  return {
    connector,
    typeName,
    document,
    entity,
    fields: Object.fromEntries(Object.entries(side.parameters).map(([name, value]) => [`parameter.${name}`, value])),
    keys: type?.settings.additionalData.connection?.authParameters ?? [],
  };
}

/**
 * Makes one of an entity's read calls.
 *
 * @returns the response
 * @throws ApiProblem with the system's words; PreviewOver
 */
export async function askSide(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  call: EntityCall,
  fields: EntityFields,
): Promise<unknown> {
  const asked = await buildCall(context, side, call, fields);
  return budget.spend(() => callOperation(context, asked));
}

interface AskedList {
  fields: EntityFields;
  more?: readonly MappedValue[];
  /** 1: one page. */
  maxItems?: number;
  /** For a look-up of one record, see ListReading. */
  idPath?: string;
  /** False for a list within a record: its entries have no id. */
  isRecords?: boolean;
}

/** Reads one of an entity's lists. @throws ApiProblem with the system's words; PreviewOver */
export async function listOfSide(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  call: EntityCall & { itemsPath?: string },
  { fields, more = [], maxItems = 1, idPath, isRecords = true }: AskedList,
): Promise<unknown[]> {
  const asked = await buildCall(context, side, call, fields, more);
  const list = { itemsPath: call.itemsPath, isRecords, ...(idPath === undefined ? {} : { idPath }) };
  return budget.spend(() => listItems(context, { ...asked, list, maxItems }));
}

async function buildCall(
  context: UserContext,
  side: PreviewSide,
  call: EntityCall,
  fields: EntityFields,
  more: readonly MappedValue[] = [],
): Promise<OperationCall> {
  await requireReading(side.document, call.operation);
  const { connector, document, keys } = side;
  const given = { now: context.now().toISOString(), ...side.fields, ...fields };
  return { connector, document, keys, operationId: call.operation, values: requestValues([...entityCallValues(call, given), ...more]) };
}

function requestValues(mapped: readonly MappedValue[]) {
  try {
    return valuesFromMappings(mapped);
  } catch (error) {
    throw error instanceof RequestError ? invalid(error.message) : error;
  }
}

/** The message for people about a failed call; any other error is a fault in Portage. */
export function describeCallError(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof PreviewOver) return error.message;
  throw error;
}
