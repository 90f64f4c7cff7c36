import { formatPath, parsePath } from '@portage/primitives/paths';
import type { EntityDefinition, EntityWriteMany } from '../declarations/entity.ts';
import { isObject } from '../json/json.ts';
import type { EntityPart } from './entity-reading.ts';
import { CALL, type CallNames, checkPlaceholders, readCall } from './read-calls.ts';

const ENTRIES = ['at', 'from', 'to', 'values'];
const ANSWERS = ['itemsPath', 'idPath', 'changedAtPath', 'failed', 'messagePath', 'matchedBy'];

/** @param isCreate the response must contain the ids */
export function readWriteMany(part: EntityPart, names: CallNames, isCreate: boolean): EntityWriteMany | null {
  const call = readCall(part, names, ['idempotencyKey'], [...CALL, 'entries', 'most', 'answers']);
  const entries = readEntries(part, names, isCreate);
  const answers = readAnswers(part, names, isCreate);
  if (!part.has('most')) part.tell(null, '"most" is missing: how many records one call takes.');
  const most = part.number('most', 2, 0);
  return call && entries && answers && most > 0 ? { ...call, entries, most, answers } : null;
}

function readEntries(holder: EntityPart, names: CallNames, isCreate: boolean): EntityWriteMany['entries'] | null {
  const part = holder.part('entries');
  if (!part) return holder.has('entries') ? null : holder.tell(null, '"entries" is missing: how the records are placed in the call.');
  part.onlyKnows(ENTRIES);
  const values = part.value.values ?? {};
  if (!isObject(values)) return part.tell('values', '"values" must be an object of values by path.');
  checkPlaceholders(part, values, names, [...(isCreate ? [] : ['id']), 'externalId', 'idempotencyKey']);
  const [at, from = 'body', to] = [part.text('at'), part.text('from'), part.text('to')];
  if (at === undefined) return part.has('at') ? null : part.tell(null, '"at" is missing: the list of records in the call.');
  if (part.requestPath('at', at) === null || part.requestPath('from', from) === null) return null;
  for (const path of [...(to === undefined ? [] : [to]), ...Object.keys(values)]) {
    if (entryPath(at, path) === null) return part.tell(path === to ? 'to' : 'values', `"${path}" is not a path in an entry, such as Name.`);
  }
  return { at, from, ...(to === undefined ? {} : { to }), values };
}

/** The path in the request of a field of the first entry (`body.records[0].Name`); null if either text isn't a path. */
export function entryPath(at: string, path: string): string | null {
  const [list, field] = [parsePath(at), parsePath(path)];
  return list && field ? formatPath([...list, 0, ...field]) : null;
}

function readAnswers(holder: EntityPart, names: CallNames, isCreate: boolean): EntityWriteMany['answers'] | null {
  const part = holder.part('answers');
  if (!part) return holder.has('answers') ? null : holder.tell(null, '"answers" is missing: how the response reports each record.');
  part.onlyKnows(ANSWERS);
  const itemsPath = part.answerPath('itemsPath');
  if (itemsPath === undefined && !part.has('itemsPath')) part.tell(null, '"itemsPath" is missing: the list with a result for each record.');
  const paths = part.texts('idPath', 'changedAtPath', 'messagePath');
  if (isCreate && paths.idPath === undefined && !part.has('idPath'))
    part.tell(null, '"idPath" is missing: where an answer has the id of its new record.');
  const failed = readFailed(part.part('failed'));
  const matchedBy = readMatchedBy(part.part('matchedBy'), names);
  return itemsPath === undefined ? null : { itemsPath, ...paths, ...(failed ? { failed } : {}), ...(matchedBy ? { matchedBy } : {}) };
}

function readFailed(part: EntityPart | null): EntityWriteMany['answers']['failed'] | null {
  if (!part) return null;
  part.onlyKnows(['path', 'equals']);
  const path = part.text('path');
  if (path === undefined)
    return part.has('path') ? null : part.tell(null, '"path" is missing: where an answer says that it refuses its record.');
  const equals = [part.value.equals ?? []].flat().map(String);
  return { path, ...(equals.length > 0 ? { equals } : {}) };
}

function readMatchedBy(part: EntityPart | null, names: CallNames): EntityWriteMany['answers']['matchedBy'] | null {
  if (!part) return null;
  part.onlyKnows(['entry', 'answer']);
  checkPlaceholders(part, part.value, names, []);
  const [entry, answer] = [part.text('entry'), part.text('answer')];
  if (entry !== undefined && answer !== undefined) return { entry, answer };
  return part.tell(null, '"matchedBy" has "entry", a path in an entry, and "answer", the path of the same value in its answer.');
}

type Calls = { [Member in 'create' | 'update' | 'findMany']?: EntityDefinition[Member] | undefined };

/** `createMany` and `updateMany` need their single writes. Records that need more than one call are written one by one. */
export function checkManyWrites(part: EntityPart, { create, update, findMany }: Calls): void {
  if (part.has('createMany')) {
    if (!part.has('create')) part.tell('createMany', '"createMany" needs "create", which says what is sent for a record.');
    if (create?.before || create?.balance || create?.next)
      part.tell(
        'createMany',
        'A creation with "before", "balance" or "next" needs its own calls: such records cannot be created together.',
      );
    if (!findMany)
      part.tell(
        'createMany',
        '"createMany" needs "findMany": records whose response was lost are searched for together before they are created again.',
      );
  }
  if (part.has('updateMany')) {
    if (!part.has('update')) part.tell('updateMany', '"updateMany" needs "update", which says what is sent for a record.');
    if (update?.before || update?.readFirst)
      part.tell('updateMany', 'An update with "before" or "readFirst" needs its own calls: such records cannot be changed together.');
  }
}
