import type {
  EntityBalance,
  EntityBefore,
  EntityCall,
  EntityEntries,
  EntityFind,
  EntityFindMany,
  EntityGet,
  EntityGetMany,
  EntityInnerList,
  EntityList,
  EntityNextCall,
  EntityWrite,
} from '../declarations/entity.ts';
import { type CursorFormat, cursorFormats } from '../events/event-definition.ts';
import { unknownPlaceholders } from '../events/fill-values.ts';
import { isObject } from '../json/json.ts';
import type { EntityPart } from './entity-reading.ts';
import { ENTITY_PLACEHOLDER, entityPlaceholders } from './entity-values.ts';

/** Members of every call. */
export const CALL = ['operation', 'values', 'quoting'];
const WRITE = [
  ...CALL,
  ...[
    'idPath',
    'idHeader',
    'changedAtPath',
    'moves',
    'readFirst',
    'before',
    'balance',
    'next',
    'onlyIds',
    'valuesWithout',
    'copies',
    'entries',
  ],
];
const DEFAULT_OVERLAP_SECONDS = 60;
const MOST_KEYS = 50;
const MOST_IDS = 100;
/** For a call that reads all records: one call serves all records that are written together. */
const MOST_KEYS_OF_ALL = 500;

export interface CallNames {
  /** @returns the id of an operation named by method and path or by its operationId; null if there is none */
  findOperation: (wanted: string) => string | null;
  parameters: ReadonlySet<string>;
}

/** @param own placeholders of this call besides the parameters */
export function readCall(part: EntityPart, names: CallNames, own: readonly string[], members: readonly string[] = CALL): EntityCall | null {
  part.onlyKnows(members);
  const written = part.value.values ?? {};
  if (!isObject(written)) return part.tell('values', '"values" must be an object of values by path.');
  checkPlaceholders(part, written, names, own);
  const { quoting } = part.value;
  if (quoting !== undefined && quoting !== 'backslash' && quoting !== 'doubled')
    part.tell('quoting', '"quoting" must be backslash or doubled.');
  const wanted = part.text('operation');
  if (wanted === undefined) {
    return part.has('operation') ? null : part.tell(null, '"operation" is missing: the method and path of an operation of this document.');
  }
  const operation = names.findOperation(wanted);
  if (operation === null) return part.tell('operation', `There is no operation "${wanted}" in this document.`);
  return { operation, values: written, quoting: quoting === 'doubled' ? 'doubled' : 'backslash' };
}

export function checkPlaceholders(part: EntityPart, values: unknown, names: CallNames, own: readonly string[]): void {
  for (const name of unknownPlaceholders(values, ENTITY_PLACEHOLDER)) part.tell('values', `{${name}} isn’t a known placeholder.`);
  for (const name of new Set(entityPlaceholders(values))) {
    const [group = '', ...rest] = name.split('.');
    if (group === 'parameter') {
      if (!names.parameters.has(rest.join('.'))) part.tell('values', `{${name}}: the entity has no parameter "${rest.join('.')}".`);
    } else if (!own.includes(group) && group !== 'now') {
      part.tell('values', `{${name}} has no value in this call.`);
    }
  }
}

export function readList(part: EntityPart, names: CallNames): EntityList | null {
  const call = readCall(part, names, ['cursor'], [...CALL, 'itemsPath', 'emptyStatuses', 'cursor', 'unlisted', 'isWhole']);
  const cursor = readCursor(part.part('cursor'));
  const itemsPath = part.answerPath('itemsPath');
  const emptyStatuses = readStatuses(part);
  for (const member of ['unlisted', 'isWhole'] as const)
    if (cursor && part.has(member)) part.tell(member, `"${member}" is for a list without "cursor".`);
  const isWhole = part.flag('isWhole');
  return (
    call && {
      ...call,
      ...(itemsPath === undefined ? {} : { itemsPath }),
      ...(emptyStatuses.length > 0 ? { emptyStatuses } : {}),
      ...(cursor ? { cursor } : { ...part.texts('unlisted'), ...(isWhole ? { isWhole } : {}) }),
    }
  );
}

function readStatuses(part: EntityPart): number[] {
  const written = part.value.emptyStatuses ?? [];
  if (Array.isArray(written) && written.every((one) => Number.isInteger(one) && one >= 400 && one < 500)) return written;
  part.tell('emptyStatuses', '"emptyStatuses" must be a list of statuses from 400 to 499.');
  return [];
}

function readCursor(part: EntityPart | null): EntityList['cursor'] | null {
  if (!part) return null;
  part.onlyKnows(['path', 'format', 'overlapSeconds', 'first', 'isSorted']);
  const path = part.text('path');
  const written = part.value.format ?? 'date-time';
  const format: CursorFormat | undefined = cursorFormats.find((cursorFormat) => cursorFormat === written);
  if (!format) return part.tell('format', `"format" must be one of ${cursorFormats.join(', ')}.`);
  if (path === undefined) return part.has('path') ? null : part.tell(null, '"path" is missing: where a record has its time of change.');
  const overlapSeconds = part.number('overlapSeconds', 0, format === 'number' ? 0 : DEFAULT_OVERLAP_SECONDS);
  const isSorted = part.flag('isSorted');
  return { path, format, overlapSeconds, ...part.texts('first'), ...(isSorted ? { isSorted } : {}) };
}

export function readInnerList(part: EntityPart, names: CallNames): EntityInnerList | null {
  const call = readCall(part, names, ['id'], [...CALL, 'path', 'morePath']);
  const [path, morePath] = [part.text('path'), part.text('morePath')];
  if (path === undefined || morePath === undefined) {
    return part.tell(null, 'A list within a record needs its "path", and the "morePath" that is true if it has more entries.');
  }
  return call && { ...call, path, morePath };
}

export function readGet(part: EntityPart, names: CallNames): EntityGet | null {
  const call = readCall(part, names, ['id'], [...CALL, 'recordPath', 'goneWhen']);
  const goneWhen = readGoneWhen(part.part('goneWhen'));
  return call && { ...call, recordPath: part.answerPath('recordPath') ?? '', ...(goneWhen ? { goneWhen } : {}) };
}

function readGoneWhen(part: EntityPart | null): EntityGet['goneWhen'] | null {
  if (!part) return null;
  part.onlyKnows(['path', 'equals']);
  const path = part.text('path');
  const equals = [part.value.equals ?? []].flat().map(String);
  if (path !== undefined && equals.length > 0) return { path, equals };
  return part.tell(null, '"path" and "equals" are needed: what a refusal says if the record no longer exists.');
}

export function readGetMany(part: EntityPart, names: CallNames): EntityGetMany | null {
  const call = readCall(part, names, ['keys'], [...CALL, 'itemsPath', 'most', 'joinedBy', 'each']);
  const itemsPath = part.answerPath('itemsPath');
  const { joinedBy, each } = part.value;
  if (joinedBy !== undefined && typeof joinedBy !== 'string') part.tell('joinedBy', '"joinedBy" must be text.');
  const isEach = typeof each === 'string' || (isObject(each) && joinedBy === undefined);
  if (each !== undefined && (!isEach || !entityPlaceholders(each).includes('key')))
    part.tell('each', '"each" must be text, or an object where the ids are a list, and name {key}.');
  if (!call) return null;
  if (!entityPlaceholders(call.values).includes('keys')) return part.tell(null, 'One of the values must name {keys}.');
  return {
    ...call,
    most: part.number('most', 1, MOST_IDS),
    ...(itemsPath === undefined ? {} : { itemsPath }),
    ...(typeof joinedBy === 'string' ? { joinedBy } : {}),
    ...(isEach ? { each } : {}),
  };
}

export function readFind(part: EntityPart, names: CallNames): EntityFind | null {
  const own = ['key', 'externalId', 'externalIdField', 'since', 'write'];
  const call = readCall(part, names, own, [...CALL, 'key', 'title', 'itemsPath', 'idPath', 'equalsPath']);
  const key = readKey(part);
  const itemsPath = part.answerPath('itemsPath');
  if (!call || key === null) return null;
  return {
    ...call,
    key,
    title: part.text('title') ?? (key === 'externalId' ? 'id in the source' : (key.split('.').at(-1) ?? key)),
    ...(itemsPath === undefined ? {} : { itemsPath }),
    ...part.texts('idPath', 'equalsPath'),
  };
}

export function readFindMany(part: EntityPart, names: CallNames): EntityFindMany | null {
  const members = [...CALL, 'key', 'itemsPath', 'idPath', 'equalsPath', 'most', 'joinedBy', 'each', 'readsAll'];
  const call = readCall(part, names, ['keys', 'externalIdField', 'write'], members);
  const key = readKey(part);
  const equalsPath = part.text('equalsPath');
  const itemsPath = part.answerPath('itemsPath');
  const { joinedBy } = part.value;
  if (joinedBy !== undefined && typeof joinedBy !== 'string') part.tell('joinedBy', '"joinedBy" must be text.');
  const each = part.text('each');
  if (each !== undefined && !each.includes('{key}')) part.tell('each', '"each" must name {key}.');
  const readsAll = part.flag('readsAll');
  if (call && !readsAll && !entityPlaceholders(call.values).includes('keys')) part.tell(null, 'One of the values must name {keys}.');
  if (equalsPath === undefined && !part.has('equalsPath')) {
    part.tell(null, '"equalsPath" is missing: where a found record has the key that it was found by.');
  }
  if (!call || key === null || equalsPath === undefined) return null;
  return {
    ...call,
    key,
    equalsPath,
    most: readsAll ? MOST_KEYS_OF_ALL : part.number('most', 1, MOST_KEYS),
    ...(readsAll ? { readsAll } : {}),
    ...(itemsPath === undefined ? {} : { itemsPath }),
    ...part.texts('idPath'),
    ...(typeof joinedBy === 'string' ? { joinedBy } : {}),
    ...(each === undefined ? {} : { each }),
  };
}

function readKey(part: EntityPart): string | null {
  const key = part.text('key');
  if (key === undefined) {
    return part.has('key') ? null : part.tell(null, '"key" is missing: externalId, or a path of what is written, such as body.email.');
  }
  return key === 'externalId' ? key : part.requestPath('key', key);
}

/** @param isCreate the response must contain the id */
export function readWrite(part: EntityPart, names: CallNames, isCreate: boolean): EntityWrite | null {
  const readFirst = part.flag('readFirst');
  const own = [
    ...(isCreate ? [] : ['id']),
    'externalId',
    'idempotencyKey',
    ...(readFirst ? ['current'] : []),
    ...(part.has('before') ? ['before'] : []),
  ];
  const call = readCall(part, names, own, WRITE);
  const moves = readMoves(part);
  const beforePart = part.part('before');
  const before = beforePart && readBefore(beforePart, names);
  const balancePart = part.part('balance');
  const balance = balancePart && readBalance(balancePart, names);
  const next = part.parts('next').flatMap((one) => readNext(one, names) ?? []);
  const paths = part.texts('idPath', 'idHeader', 'changedAtPath');
  if (isCreate && paths.idPath === undefined && paths.idHeader === undefined && !part.has('idPath') && !part.has('idHeader')) {
    part.tell(null, '"idPath" is missing: where the response has the id of the new record.');
  }
  if (!call) return null;
  if (paths.idHeader !== undefined) paths.idHeader = paths.idHeader.toLowerCase();
  const onlyIds = readOnlyIds(part.part('onlyIds'));
  const valuesWithout = readValuesWithout(part.part('valuesWithout'));
  const entries = readEntries(part.part('entries'));
  if (entries && !readFirst) part.tell('entries', '"entries" needs "readFirst", which reads the existing entries.');
  return {
    ...call,
    ...paths,
    ...(moves ? { moves } : {}),
    ...(before ? { before } : {}),
    ...(balance ? { balance } : {}),
    ...(next.length > 0 ? { next } : {}),
    ...(readFirst ? { readFirst } : {}),
    ...(onlyIds ? { onlyIds } : {}),
    ...(valuesWithout ? { valuesWithout } : {}),
    ...(entries ? { entries } : {}),
    ...(part.has('copies') ? { copies: readCopies(part.part('copies')) } : {}),
  };
}

function readValuesWithout(part: EntityPart | null): EntityWrite['valuesWithout'] | null {
  if (!part) return null;
  part.onlyKnows(['path', 'values']);
  const path = part.text('path');
  const values = part.part('values')?.value;
  if (path === undefined || !values)
    return part.tell(null, '"valuesWithout" needs a "path", and the "values" for a record without a value there.');
  return { path, values };
}

function readCopies(part: EntityPart | null): Record<string, string> {
  const written = Object.entries(part?.value ?? {});
  return Object.fromEntries(
    written.filter((entry): entry is [string, string] => {
      const isRight = typeof entry[1] === 'string' && entry[1].includes('[]') && entry[0].includes('[]');
      if (!isRight) part?.tell(entry[0], 'A copy leads from a path with [] to a path with [].');
      return isRight;
    }),
  );
}

function readEntries(part: EntityPart | null): EntityEntries | null {
  if (!part) return null;
  part.onlyKnows(['path', 'current', 'by', 'id', 'keeps', 'added']);
  const { path, current, id } = part.texts('path', 'current', 'id');
  const keeps = part.part('keeps')?.texts('path', 'current', 'with');
  const added = part.part('added')?.texts('path', 'flag');
  const by = part.parts('by').flatMap((one) => {
    const { path: own, current: other } = one.texts('path', 'current');
    return own === undefined || other === undefined ? [] : [{ path: own, current: other }];
  });
  if (!path || !current || !id || !added?.path || !added.flag || by.length === 0) {
    return part.tell(
      null,
      '"entries" has "path", "current", "id", "by" with a "path" and a "current" each, and "added" with a "path" and a "flag".',
    );
  }
  if (keeps && (!keeps.path || !keeps.current || !keeps.with)) return part.tell('keeps', '"keeps" has "path", "current" and "with".');
  return {
    path,
    current,
    by,
    id,
    ...(keeps ? { keeps: keeps as Required<typeof keeps> } : {}),
    added: { path: added.path, flag: added.flag },
  };
}

function readBefore(part: EntityPart, names: CallNames): EntityBefore | null {
  const call = readCall(part, names, ['write', 'externalId'], [...CALL, 'message']);
  const message = part.text('message');
  if (message === undefined && !part.has('message')) part.tell(null, '"message" is missing: the text shown if nothing is found.');
  return call && message !== undefined ? { ...call, message } : null;
}

const BALANCE = ['equalsPath', 'pricePath', 'entries', 'key', 'quantity', 'total'] as const;

function readBalance(part: EntityPart, names: CallNames): EntityBalance | null {
  const call = readCall(part, names, ['keys'], [...CALL, 'itemsPath', ...BALANCE, 'filler', 'rest']);
  const { equalsPath, pricePath, entries, key, quantity, total } = part.texts(...BALANCE);
  const filler = part.part('filler');
  const rest = part.part('rest');
  const extra = (one: EntityPart, members: readonly string[]) => {
    one.onlyKnows([...members, 'values']);
    checkPlaceholders(one, one.value, names, []);
    return isObject(one.value.values) ? one.value.values : {};
  };
  const fillerValues = filler ? extra(filler, ['key']) : {};
  const restValues = rest ? extra(rest, ['list', 'amount']) : {};
  const [fillerKey, list, amount] = [filler?.text('key'), rest?.text('list'), rest?.text('amount')];
  if (!equalsPath || !pricePath || !entries || !key || !quantity || !total || !fillerKey || !list || !amount) {
    return part.tell(null, `"balance" needs ${BALANCE.join(', ')}, "filler" with a key, and "rest" with a list and an amount.`);
  }
  if (!call) return null;
  const itemsPath = part.answerPath('itemsPath');
  const paths = { equalsPath, pricePath, entries, key, quantity, total, ...(itemsPath === undefined ? {} : { itemsPath }) };
  return { ...call, ...paths, filler: { key: fillerKey, values: fillerValues }, rest: { list, amount, values: restValues } };
}

function readNext(part: EntityPart, names: CallNames): EntityNextCall | null {
  const call = readCall(part, names, ['id', 'answer', 'write', 'externalId', 'idempotencyKey'], [...CALL, 'doneWhen']);
  const doneWhen = readDoneWhen(part.part('doneWhen'));
  return call && { ...call, ...(doneWhen ? { doneWhen } : {}) };
}

function readDoneWhen(part: EntityPart | null): EntityNextCall['doneWhen'] | null {
  if (!part) return null;
  part.onlyKnows(['path', 'equals']);
  const path = part.text('path');
  if (path === undefined)
    return part.has('path') ? null : part.tell(null, '"path" is missing: where a record says that the call was made.');
  const equals = [part.value.equals ?? []].flat().map(String);
  return { path, ...(equals.length > 0 ? { equals } : {}) };
}

function readOnlyIds(part: EntityPart | null): EntityWrite['onlyIds'] | null {
  if (!part) return null;
  part.onlyKnows(['startWith', 'otherwise']);
  const startWith = part.listOfTexts('startWith');
  const otherwise = part.text('otherwise');
  if (startWith.length > 0 && otherwise !== undefined) return { startWith, otherwise };
  return part.tell(null, '"onlyIds" needs "startWith", a list of prefixes, and "otherwise", the message for a record with any other id.');
}

function readMoves(part: EntityPart): EntityWrite['moves'] | null {
  const moves = part.part('moves');
  if (!moves) return null;
  const read = Object.entries(moves.value).filter((entry): entry is [string, string | null] => {
    const [from, to] = entry;
    if (to !== null && typeof to !== 'string') moves.tell(from, 'A path moves to a path, or to null.');
    return moves.requestPath(from, from) !== null && (to === null || (typeof to === 'string' && moves.requestPath(from, to) !== null));
  });
  return Object.fromEntries(read);
}
