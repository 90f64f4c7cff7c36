import { readPath } from '@portage/primitives/paths';
import type { EntityCall, EntityDefinition, EntityFind, EntityFindMany, EntityWrite, EntityWriteMany } from '../declarations/entity.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { findResponseSchema, hasPath, schemaAt, takesPath } from '../extracted/schema-paths.ts';
import type { Located, SchemaSource } from '../json/json-pointer.ts';
import type { EntityProblem } from './entity-reading.ts';
import { entityPlaceholders } from './entity-values.ts';
import { entryPath } from './read-write-many.ts';

interface Check {
  source: SchemaSource;
  operations: ReadonlyMap<string, ExtractedOperation>;
  problems: EntityProblem[];
}

/** Reports an entity's paths that lead to no field in the schemas. A schema with little detail accepts every path. */
export function checkEntityPaths(
  source: SchemaSource,
  operations: ReadonlyMap<string, ExtractedOperation>,
  entities: readonly EntityDefinition[],
): EntityProblem[] {
  const check: Check = { source, operations, problems: [] };
  for (const entity of entities) checkEntity(check, entity);
  return check.problems;
}

function checkEntity(check: Check, entity: EntityDefinition): void {
  const { name, list, get, getMany, innerLists = [], find, findMany, create, update, archive } = entity;
  for (const [member, call] of Object.entries({ list, get, getMany })) if (call) checkValues(check, [name, member], call);
  if (list?.itemsPath !== undefined) checkResponsePath(check, [name, 'list', 'itemsPath'], list, list.itemsPath);
  if (get) checkResponsePath(check, [name, 'get', 'recordPath'], get, get.recordPath);
  if (getMany?.itemsPath !== undefined) checkResponsePath(check, [name, 'getMany', 'itemsPath'], getMany, getMany.itemsPath);
  checkRecord(check, entity);
  innerLists.forEach((innerList, index) => {
    const at = [name, 'innerLists', index];
    checkValues(check, at, innerList);
    inRecord(check, [...at, 'path'], entity, innerList.path);
    inRecord(check, [...at, 'morePath'], entity, innerList.morePath);
  });
  find.forEach((one, index) => {
    const at = [name, 'find', index];
    checkValues(check, at, one);
    checkFound(check, at, entity, one);
  });
  [findMany ?? []].flat().forEach((one, index) => {
    const at = Array.isArray(findMany) ? [name, 'findMany', index] : [name, 'findMany'];
    checkValues(check, at, one);
    checkFound(check, at, entity, one);
  });
  for (const [member, write] of Object.entries({ create, update, archive })) {
    if (!write) continue;
    checkWrite(check, [name, member], entity, write);
    checkBalance(check, [name, member, 'balance'], entity, write);
  }
  const { createMany, updateMany } = entity;
  if (createMany) checkMany(check, [name, 'createMany'], createMany, create);
  if (updateMany) checkMany(check, [name, 'updateMany'], updateMany, update);
  for (const path of entity.externalIdFields) checkWritten(check, [name, 'externalIdFields'], entity, path);
  entity.references.forEach(({ path, pathsByPrefix = {} }, index) => {
    for (const [prefix, to] of Object.entries(pathsByPrefix)) {
      checkWritten(check, [name, 'references', index, 'pathsByPrefix', prefix], entity, to);
    }
    if (/^(body|path|query|match)\b/.test(path)) checkWritten(check, [name, 'references', index, 'path'], entity, path);
    else inRecord(check, [name, 'references', index, 'path'], entity, path);
  });
}

function checkValues({ source, operations, problems }: Check, at: EntityProblem['at'], { operation, values }: EntityCall): void {
  const called = operations.get(operation);
  if (!called) return;
  for (const path of Object.keys(values)) {
    if (!takesPath(source, called, path)) problems.push({ at: [...at, 'values', path], message: `${operation} doesn’t accept ${path}.` });
  }
}

function checkBalance(check: Check, at: EntityProblem['at'], entity: EntityDefinition, write: EntityWrite): void {
  const { balance } = write;
  if (!balance) return;
  checkValues(check, at, balance);
  const { entries, key, quantity, total, filler, rest } = balance;
  const ofEntries = [key, quantity, ...Object.keys(filler.values)].map((path) => `${entries}[0].${path}`);
  const ofRest = [rest.amount, ...Object.keys(rest.values)].map((path) => `${rest.list}[0].${path}`);
  for (const path of [...ofEntries, total, ...ofRest]) checkWritten(check, at, entity, path);
}

function checkResponsePath(
  { source, operations, problems }: Check,
  at: EntityProblem['at'],
  { operation }: EntityCall,
  path: string,
): void {
  const called = operations.get(operation);
  const response = called && findResponseSchema(called);
  if (response && !hasPath(source, response, path)) problems.push({ at, message: `The response of ${operation} has no ${path}.` });
}

/** Checks the paths within a record: an item of the list, or what `get` reads. */
function checkRecord(check: Check, entity: EntityDefinition): void {
  const { name, idPath, namePath, descriptionPath, changedAtPath, archived, list } = entity;
  inRecord(check, [name, 'idPath'], entity, idPath);
  for (const path of pathsOfName(namePath)) inRecord(check, [name, 'namePath'], entity, path);
  if (descriptionPath !== undefined) inRecord(check, [name, 'descriptionPath'], entity, descriptionPath);
  if (changedAtPath !== undefined) inRecord(check, [name, 'changedAtPath'], entity, changedAtPath);
  if (archived) inRecord(check, [name, 'archived', 'path'], entity, archived.path);
  if (list?.cursor) inRecord(check, [name, 'list', 'cursor', 'path'], entity, list.cursor.path);
}

/** `Name`, or a text with paths in braces. */
function pathsOfName(namePath: string): string[] {
  return namePath.includes('{') ? [...namePath.matchAll(/\{([^{}]+)\}/g)].map(([, path = '']) => path) : [namePath];
}

function inRecord(check: Check, at: EntityProblem['at'], entity: EntityDefinition, path: string): void {
  const record = recordSchema(check.source, check.operations, entity);
  if (record && !hasPath(check.source, record, path)) check.problems.push({ at, message: `A record of ${entity.title} has no ${path}.` });
}

export function recordSchema(
  source: SchemaSource,
  operations: ReadonlyMap<string, ExtractedOperation>,
  { list, get }: Pick<EntityDefinition, 'list' | 'get'>,
): Located | null {
  if (list) return itemSchema(source, operations, list);
  const called = get && operations.get(get.operation);
  const response = called && findResponseSchema(called);
  return response && get ? schemaAt(source, response, get.recordPath) : null;
}

function itemSchema(
  source: SchemaSource,
  operations: ReadonlyMap<string, ExtractedOperation>,
  { operation, itemsPath }: Pick<EntityFind, 'operation' | 'itemsPath'>,
): Located | null {
  const called = operations.get(operation);
  const response = called && findResponseSchema(called);
  if (!response) return null;
  const path = itemsPath ?? called.paging?.itemsPath ?? '';
  return schemaAt(source, response, `${path}[]`) ?? schemaAt(source, response, path);
}

function checkFound(check: Check, at: EntityProblem['at'], entity: EntityDefinition, find: EntityFind | EntityFindMany): void {
  const { source, operations, problems } = check;
  if (find.itemsPath !== undefined) checkResponsePath(check, [...at, 'itemsPath'], find, find.itemsPath);
  const item = itemSchema(source, operations, find);
  const paths = [
    { at: find.idPath === undefined ? at : [...at, 'idPath'], path: find.idPath ?? entity.idPath },
    // The field that a person chooses isn't known here.
    { at: [...at, 'equalsPath'], path: find.equalsPath?.includes('{') ? undefined : find.equalsPath },
  ];
  for (const { at: place, path } of paths) {
    if (item && path !== undefined && !hasPath(source, item, path)) {
      problems.push({ at: place, message: `A record that ${find.operation} finds has no ${path}.` });
    }
  }
  if (find.key !== 'externalId') checkWritten(check, [...at, 'key'], entity, find.key);
}

function checkWrite(check: Check, at: EntityProblem['at'], entity: EntityDefinition, write: EntityWrite): void {
  const { source, operations, problems } = check;
  checkValues(check, at, write);
  write.next?.forEach((call, index) => {
    checkValues(check, [...at, 'next', index], call);
    if (call.doneWhen) inCurrent(check, [...at, 'next', index, 'doneWhen', 'path'], entity, call.doneWhen.path);
    for (const name of entityPlaceholders(call.values)) {
      if (name.startsWith('answer.')) checkResponsePath(check, [...at, 'next', index, 'values'], write, name.slice('answer.'.length));
    }
  });
  if (write.before) {
    checkValues(check, [...at, 'before'], write.before);
    for (const name of entityPlaceholders(write.values)) {
      if (name.startsWith('before.')) checkResponsePath(check, [...at, 'values'], write.before, name.slice('before.'.length));
    }
  }
  if (write.idPath !== undefined) checkResponsePath(check, [...at, 'idPath'], write, write.idPath);
  if (write.changedAtPath !== undefined) checkResponsePath(check, [...at, 'changedAtPath'], write, write.changedAtPath);
  const called = operations.get(write.operation);
  for (const [from, to] of Object.entries(write.moves ?? {})) {
    if (called && to !== null && !takesPath(source, called, to)) {
      problems.push({ at: [...at, 'moves', from], message: `${write.operation} doesn’t accept ${to}.` });
    }
  }
  for (const name of entityPlaceholders(write.values)) {
    if (name.startsWith('current.')) inCurrent(check, [...at, 'values'], entity, name.slice('current.'.length));
  }
}

/** Checks a call for several records: where they are in the request, and what its response says about each. */
function checkMany(check: Check, at: EntityProblem['at'], many: EntityWriteMany, single: EntityWrite | undefined): void {
  const { source, operations, problems } = check;
  const { entries, answers, operation } = many;
  checkValues(check, at, many);
  const takes = (call: string, path: string, place: EntityProblem['at']) => {
    const called = operations.get(call);
    if (called && !takesPath(source, called, path)) problems.push({ at: [...at, ...place], message: `${call} doesn’t accept ${path}.` });
  };
  takes(operation, entries.at, ['entries', 'at']);
  if (single) takes(single.operation, entries.from, ['entries', 'from']);
  const inEntry = (path: string | undefined, place: EntityProblem['at']) => {
    // The field that a person chooses isn't known here.
    const whole = path === undefined || path.includes('{') ? null : entryPath(entries.at, path);
    if (whole !== null) takes(operation, whole, place);
  };
  inEntry(entries.to, ['entries', 'to']);
  for (const path of Object.keys(entries.values)) inEntry(path, ['entries', 'values', path]);
  inEntry(answers.matchedBy?.entry, ['answers', 'matchedBy', 'entry']);
  checkResponsePath(check, [...at, 'answers', 'itemsPath'], many, answers.itemsPath);
  const item = itemSchema(source, operations, { operation, itemsPath: answers.itemsPath });
  const inAnswer = (path: string | undefined, place: EntityProblem['at']) => {
    if (item && path !== undefined && !path.includes('{') && !hasPath(source, item, path))
      problems.push({ at: [...at, 'answers', ...place], message: `A response for one record of ${operation} has no ${path}.` });
  };
  for (const member of ['idPath', 'changedAtPath', 'messagePath'] as const) inAnswer(answers[member], [member]);
  inAnswer(answers.failed?.path, ['failed', 'path']);
  inAnswer(answers.matchedBy?.answer, ['matchedBy', 'answer']);
}

/** Checks a field of the record that `get` reads before it is written. */
function inCurrent({ source, operations, problems }: Check, at: EntityProblem['at'], { get }: EntityDefinition, path: string): void {
  const record = get && recordSchema(source, operations, { get });
  if (record && !hasPath(source, record, path)) problems.push({ at, message: `The record that is read first has no ${path}.` });
}

/** Checks a path that mappings may fill: of the created record, otherwise of the updated one, or a field for finding. */
function checkWritten({ source, operations, problems }: Check, at: EntityProblem['at'], entity: EntityDefinition, path: string): void {
  const [group, field] = readPath(path);
  if (group === 'match') {
    if (!entity.matchFields.some(({ name }) => name === field))
      problems.push({ at, message: `The entity has no field "${field}" in "match".` });
    return;
  }
  const write = entity.create ?? entity.update;
  const called = write && operations.get(write.operation);
  if (called && !takesPath(source, called, path)) problems.push({ at, message: `${called.id} doesn’t accept ${path}.` });
}
