import { isObject, type JsonObject } from '@portage/primitives/json';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { failed } from './salesforce-problems.ts';

export interface SaveProblem {
  errorCode: string;
  message: string;
  fields?: readonly string[];
}

/** A written record, and how to undo the write. */
export type SavedRecord = { id: string; takeBack(): void } | SaveProblem;

interface RecordSaves {
  create(object: string, fields: Record<string, unknown>): SavedRecord;
  change(object: string, id: string, fields: Record<string, unknown>): SavedRecord;
}

const MOST_RECORDS = 200;
/** Consecutive records of one type form a chunk. */
const MOST_CHUNKS = 10;

/** Several records in one call: POST makes them, PATCH changes them. Each is saved separately, in order, unless all-or-none is set. */
export function saveCollection({ method, body }: SimulatedCall, saves: RecordSaves): SimulatedResponse {
  if (method !== 'POST' && method !== 'PATCH') return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${method}' not allowed.`);
  const { records, allOrNone } = parseJsonObject(body) ?? {};
  if (!Array.isArray(records) || !records.every(isObject)) return failed(400, 'JSON_PARSER_ERROR', 'A list of records is expected.');
  if (records.length > MOST_RECORDS)
    return failed(400, 'EXCEEDED_ID_LIMIT', `record limit reached. cannot submit more than ${MOST_RECORDS} records into this call`);
  const types = records.map(getType);
  if (types.includes('')) return failed(400, 'INVALID_TYPE', 'Each record needs the attribute type.');
  const chunks = types.filter((type, at) => type !== types[at - 1]).length;
  if (chunks > MOST_CHUNKS) return failed(400, 'INVALID_INPUT', `A call takes at most ${MOST_CHUNKS} chunks of records of one type.`);
  const saved = records.map((record, at) => save(method, types[at] ?? '', record, saves));
  if (allOrNone !== true || saved.every((one) => !('errorCode' in one))) return toJsonResponse(saved.map(toSaveResult));
  return toJsonResponse(saved.map((one) => toSaveResult('errorCode' in one ? one : rolledBack(one))));
}

function save(method: 'POST' | 'PATCH', object: string, record: JsonObject, { create, change }: RecordSaves): SavedRecord {
  const { attributes: _attributes, id, Id, ...fields } = record;
  const given = id ?? Id;
  if (method === 'POST') {
    if (given === undefined) return create(object, fields);
    return { errorCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', message: 'cannot specify Id in an insert call', fields: ['Id'] };
  }
  return typeof given === 'string'
    ? change(object, given, fields)
    : { errorCode: 'MISSING_ARGUMENT', message: 'Id not specified in an update call', fields: [] };
}

function rolledBack({ takeBack }: Exclude<SavedRecord, SaveProblem>): SaveProblem {
  takeBack();
  return {
    errorCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
    message: 'Record rolled back because not all records were valid and the request was using AllOrNone header',
  };
}

function toSaveResult(saved: SavedRecord): object {
  if ('id' in saved) return { id: saved.id, success: true, errors: [] };
  const { errorCode: statusCode, message, fields = [] } = saved;
  return { success: false, errors: [{ statusCode, message, fields }] };
}

function getType({ attributes }: JsonObject): string {
  return isObject(attributes) && typeof attributes.type === 'string' ? attributes.type : '';
}
