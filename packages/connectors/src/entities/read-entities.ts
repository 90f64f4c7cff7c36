import { readChoiceSource } from '../declarations/choice-source.ts';
import type { EntityDefinition, EntityMatchField, EntityParameter, EntityReference } from '../declarations/entity.ts';
import { findOperationId, type NamedOperations } from '../extracted/connector-document.ts';
import { humanised } from '../extracted/readable-name.ts';
import { isObject } from '../json/json.ts';
import { EntityPart, type EntityProblem } from './entity-reading.ts';
import { type CallNames, readFind, readFindMany, readGet, readGetMany, readInnerList, readList, readWrite } from './read-calls.ts';
import { checkManyWrites, readWriteMany } from './read-write-many.ts';

/** A search that lags longer wouldn't find anything in time. */
const MOST_LAG_S = 3_600;
const NAME = /^[A-Za-z][A-Za-z0-9]{0,59}$/;
const MEMBERS = [
  'title',
  'idPath',
  'withoutId',
  'namePath',
  'descriptionPath',
  'changedAtPath',
  'archived',
  'omitsEmpty',
  'parameters',
  'match',
  'list',
  'innerLists',
  'get',
  'getMany',
  'consistentAfterSeconds',
  'find',
  'findMany',
  'create',
  'update',
  'createMany',
  'updateMany',
  'archive',
  'restore',
  'pricePath',
  'externalIdFields',
  'dependsOn',
  'references',
];

/** Reads a document's `x-entities`. @returns the readable parts, and the problems of the others: an invalid part counts as absent. */
export function readEntities(written: unknown, summary: NamedOperations): { entities: EntityDefinition[]; problems: EntityProblem[] } {
  const problems: EntityProblem[] = [];
  if (written === undefined) return { entities: [], problems };
  if (!isObject(written)) return { entities: [], problems: [{ at: [], message: 'x-entities must be an object of entities by name.' }] };
  const names = new Set(Object.keys(written));
  const entities = Object.entries(written).flatMap(([name, value]): EntityDefinition[] => {
    if (!NAME.test(name)) {
      problems.push({
        at: [name],
        message: `"${name}" isn’t a valid entity name: use letters and digits, starting with a letter, at most 60.`,
      });
      return [];
    }
    if (!isObject(value)) {
      problems.push({ at: [name], message: 'An entity must be an object.' });
      return [];
    }
    return [readEntity(name, new EntityPart(value, [name], problems), summary, names)];
  });
  return { entities, problems };
}

function readEntity(name: string, part: EntityPart, summary: NamedOperations, entities: ReadonlySet<string>): EntityDefinition {
  part.onlyKnows(MEMBERS);
  const parameters = part.named('parameters').map(([key, value]) => readParameter(key, value, summary));
  const names: CallNames = {
    findOperation: (wanted) => findOperationId(summary, wanted),
    parameters: new Set(parameters.map((parameter) => parameter.name)),
  };
  const read = <Read>(member: string, how: (section: EntityPart, names: CallNames) => Read | null): Read | undefined => {
    const one = part.part(member);
    return (one && how(one, names)) ?? undefined;
  };
  const calls = {
    list: read('list', readList),
    innerLists: part.has('innerLists') ? part.parts('innerLists').flatMap((list) => readInnerList(list, names) ?? []) : undefined,
    get: read('get', readGet),
    getMany: read('getMany', readGetMany),
    findMany: Array.isArray(part.value.findMany)
      ? part.parts('findMany').flatMap((search) => readFindMany(search, names) ?? [])
      : read('findMany', readFindMany),
    create: read('create', (call) => readWrite(call, names, true)),
    update: read('update', (call) => readWrite(call, names, false)),
    createMany: read('createMany', (call) => readWriteMany(call, names, true)),
    updateMany: read('updateMany', (call) => readWriteMany(call, names, false)),
    archive: read('archive', (call) => readWrite(call, names, false)),
    restore: read('restore', (call) => readWrite(call, names, false)),
    archived: read('archived', readArchived),
  };
  if (!part.has('list') && !part.has('create') && !part.has('update')) {
    part.tell(null, 'An entity needs "list" to be a source, "create" or "update" to be a target.');
  }
  for (const member of ['update', 'archive', 'restore'] as const) {
    if (calls[member]?.readFirst && !part.has('get')) part.tell(member, '"readFirst" needs "get", which reads the record.');
  }
  if (calls.create?.next?.some(({ doneWhen }) => doneWhen) && !part.has('get'))
    part.tell('create', '"doneWhen" needs "get", which reads the record.');
  checkManyWrites(part, calls);
  const idPath = part.text('idPath');
  if (idPath === undefined && !part.has('idPath')) part.tell(null, '"idPath" is missing: where a record has its id.');
  return {
    name,
    title: part.text('title') ?? humanised(name),
    idPath: idPath ?? 'id',
    namePath: part.text('namePath') ?? idPath ?? 'id',
    ...part.texts('withoutId', 'descriptionPath', 'changedAtPath', 'pricePath'),
    ...readLag(part),
    ...(part.flag('omitsEmpty') ? { omitsEmpty: true as const } : {}),
    parameters,
    matchFields: part.named('match').map(([key, value]) => readMatchField(key, value)),
    find: part.parts('find').flatMap((search) => readFind(search, names) ?? []),
    ...Object.fromEntries(Object.entries(calls).filter(([, value]) => value !== undefined)),
    externalIdFields: part.listOfTexts('externalIdFields').filter((path) => part.requestPath('externalIdFields', path) !== null),
    dependsOn: part.listOfTexts('dependsOn').filter((other) => knowsEntity(part, 'dependsOn', other, entities)),
    references: part.parts('references').flatMap((reference) => readReference(reference, entities)),
  };
}

function readLag(part: EntityPart): Pick<EntityDefinition, 'consistentAfterSeconds'> {
  const name = 'consistentAfterSeconds';
  const written = part.value[name];
  if (written === undefined) return {};
  const isLag = typeof written === 'number' && written >= 0 && written <= MOST_LAG_S;
  if (isLag) return { [name]: written };
  part.tell(name, `"${name}" must be a number of seconds, at most ${MOST_LAG_S}.`);
  return {};
}

function readParameter(name: string, part: EntityPart, { operations }: NamedOperations): EntityParameter {
  part.onlyKnows(['title', 'description', 'required', 'role', 'x-lookup', 'x-autocomplete']);
  const { role } = part.value;
  if (role !== undefined && role !== 'source' && role !== 'target') part.tell('role', '"role" must be source or target.');
  const member = part.has('x-autocomplete') ? 'x-autocomplete' : 'x-lookup';
  const choices = readChoiceSource(part.value[member]);
  if (choices && (choices.operationId === null || findOperationId({ operations }, choices.operationId) === null)) {
    part.tell(member, `There is no operation "${choices.operationId ?? ''}" in this document to take choices from.`);
  }
  return {
    name,
    title: part.text('title') ?? name,
    ...part.texts('description'),
    isRequired: part.flag('required'),
    ...(role === 'source' || role === 'target' ? { role } : {}),
    ...(choices ? { choices } : {}),
  };
}

function readMatchField(name: string, part: EntityPart): EntityMatchField {
  part.onlyKnows(['title', 'description', 'required']);
  return { name, title: part.text('title') ?? name, ...part.texts('description'), isRequired: part.flag('required') };
}

function readArchived(part: EntityPart): EntityDefinition['archived'] | null {
  part.onlyKnows(['path', 'equals']);
  const path = part.text('path');
  if (path === undefined) return part.has('path') ? null : part.tell(null, '"path" is missing: where a record says that it was archived.');
  const equals = [part.value.equals ?? true].flat().filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  if (equals.length === 0) return part.tell('equals', '"equals" must be a value or a list of values.');
  return { path, equals: equals.map(String) };
}

function readReference(part: EntityPart, entities: ReadonlySet<string>): EntityReference[] {
  part.onlyKnows(['path', 'entity', 'pathsByPrefix']);
  const [path, entity] = [part.text('path'), part.text('entity')];
  if (path === undefined || entity === undefined) {
    part.tell(null, 'A reference has a "path" and the "entity" whose id is there.');
    return [];
  }
  if (!knowsEntity(part, 'entity', entity, entities)) return [];
  const byPrefix = part.part('pathsByPrefix');
  const paths = Object.entries(byPrefix?.value ?? {}).filter((entry): entry is [string, string] => {
    const [prefix, to] = entry;
    if (typeof to === 'string') return byPrefix?.requestPath(prefix, to) !== null;
    return byPrefix?.tell(prefix, 'An id prefix leads to a path.') === undefined;
  });
  return [{ path, entity, ...(paths.length > 0 ? { pathsByPrefix: Object.fromEntries(paths) } : {}) }];
}

function knowsEntity(part: EntityPart, member: string, entity: string, entities: ReadonlySet<string>): boolean {
  if (entities.has(entity)) return true;
  part.tell(member, `There is no entity "${entity}" in this document.`);
  return false;
}
