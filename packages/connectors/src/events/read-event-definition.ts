import { withoutUndefined } from '@portage/primitives/without-undefined';
import { isObject, type JsonObject } from '../json/json.ts';
import {
  type CursorFormat,
  cursorFormats,
  type EventCall,
  type EventCursor,
  type EventDefinition,
  type EventFind,
  type EventMatch,
  type EventPolling,
  type EventReading,
  type EventRenewal,
  type EventSubscribe,
  SHORTEST_POLL_SECONDS,
  type ValueLocation,
} from './event-definition.ts';
import { unknownPlaceholders } from './fill-values.ts';

const DEFAULT_OVERLAP_SECONDS = 60;
const CALL = ['operation', 'values'];
const READING = [
  ...CALL,
  'itemsPath',
  'idPath',
  'cursorPath',
  'cursorFormat',
  'overlapSeconds',
  'nextCursorPath',
  'hasMorePath',
  'first',
  'rows',
];
const PLACES = ['header', 'query', 'body', 'item'] as const;

interface Reading {
  problems: string[];
}

/** Reads `x-event` of a webhook entry. @returns the readable parts, and `problems` for the others: an invalid part counts as absent. */
export function readEventDefinition(written: unknown): { definition: EventDefinition; problems: string[] } {
  const reading: Reading = { problems: [] };
  if (!isObject(written)) return { definition: { match: [] }, problems: ['x-event must be an object.'] };
  const names = ['match', 'deliveryId', 'items', 'signature', 'subscribe', 'unsubscribe', 'find', 'renew', 'poll', 'fetch'];
  checkNames(reading, 'x-event', written, names);
  const part = <Part>(name: string, read: (value: JsonObject, path: string) => Part | null): Part | undefined => {
    const value = written[name];
    if (value === undefined) return undefined;
    if (!isObject(value)) return tell(reading, name, 'must be an object') ?? undefined;
    return read(value, name) ?? undefined;
  };
  const parts = {
    deliveryId: part('deliveryId', (value, place) => readLocation(reading, value, place, ['in', 'name'])),
    items: part('items', (value, place) => readItems(reading, value, place)),
    signature: part('signature', (value, place) => readSignature(reading, value, place)),
    subscribe: part('subscribe', (value, place) => readSubscribe(reading, value, place)),
    unsubscribe: part('unsubscribe', (value, place) => readCall(reading, value, place, CALL)),
    find: part('find', (value, place) => readFind(reading, value, place)),
    renew: part('renew', (value, place) => readRenewal(reading, value, place)),
    poll: part('poll', (value, place) => readPolling(reading, value, place)),
    fetch: part('fetch', (value, place) => readReading(reading, value, place, READING, 'keep')),
  };
  if (parts.subscribe && !parts.unsubscribe) tell(reading, 'subscribe', 'needs "unsubscribe" next to it, or nothing is ever removed');
  return { definition: { match: readMatches(reading, written.match), ...withoutUndefined(parts) }, problems: reading.problems };
}

function readMatches(reading: Reading, written: unknown): EventMatch[] {
  if (written === undefined) return [];
  return (Array.isArray(written) ? written : [written]).flatMap((entry: unknown) => {
    if (!isObject(entry)) return tell(reading, 'match', 'must be an object or a list of them') ?? [];
    const location = readLocation(reading, entry, 'match', ['in', 'name', 'equals']);
    const equals = [entry.equals]
      .flat()
      .filter((text) => typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean');
    // Without it, every call would match.
    if (equals.length === 0) tell(reading, 'match.equals', 'must be text or a list of texts');
    return location ? [{ ...location, equals: equals.map(String) }] : [];
  });
}

function readLocation(reading: Reading, value: JsonObject, path: string, names: string[]): ValueLocation | null {
  checkNames(reading, path, value, names);
  const where = PLACES.find((candidate) => candidate === value.in);
  const name = text(value, 'name') ?? text(value, 'path');
  if (!where) return tell(reading, `${path}.in`, 'must be header, query, body or item');
  if (!name) return tell(reading, `${path}.name`, 'is missing');
  return { in: where, name: where === 'header' ? name.toLowerCase() : name };
}

function readItems(reading: Reading, value: JsonObject, path: string): EventDefinition['items'] | null {
  checkNames(reading, path, value, ['path', 'idPath']);
  const idPath = text(value, 'idPath');
  return { path: text(value, 'path') ?? '', ...(idPath === undefined ? {} : { idPath }) };
}

function readSignature(reading: Reading, value: JsonObject, path: string): EventDefinition['signature'] | null {
  checkNames(reading, path, value, ['scheme', 'secret']);
  checkPlaceholders(reading, path, value.secret);
  return { ...optional(value, 'scheme'), ...optional(value, 'secret') };
}

function readCall(reading: Reading, value: JsonObject, path: string, names: string[]): EventCall | null {
  checkNames(reading, path, value, names);
  const operation = text(value, 'operation');
  if (!operation) return tell(reading, `${path}.operation`, 'must be the method and path of an operation of this document');
  const values = value.values ?? {};
  if (!isObject(values)) return tell(reading, `${path}.values`, 'must be an object');
  checkPlaceholders(reading, `${path}.values`, values);
  return { operation, values };
}

function readSubscribe(reading: Reading, value: JsonObject, path: string): EventSubscribe | null {
  const call = readCall(reading, value, path, [...CALL, 'idPath', 'secretPath', 'keep', 'errorPath', 'then']);
  if (!call) return null;
  const kept = isObject(value.keep)
    ? Object.entries(value.keep).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
  const next = [value.then ?? []].flat().flatMap((one: unknown, at) => {
    const call = isObject(one) ? readCall(reading, one, `${path}.then[${at}]`, CALL) : null;
    return call ? [call] : [];
  });
  return {
    ...call,
    idPath: text(value, 'idPath') ?? 'id',
    ...optional(value, 'secretPath'),
    ...optional(value, 'errorPath'),
    keep: Object.fromEntries(kept),
    next,
  };
}

function readFind(reading: Reading, value: JsonObject, path: string): EventFind | null {
  const call = readCall(reading, value, path, [...CALL, 'itemsPath', 'urlPath', 'idPath']);
  const urlPath = text(value, 'urlPath');
  if (!call) return null;
  if (!urlPath) return tell(reading, `${path}.urlPath`, 'is missing');
  return { ...call, ...optional(value, 'itemsPath'), urlPath, idPath: text(value, 'idPath') ?? 'id' };
}

function readRenewal(reading: Reading, value: JsonObject, path: string): EventRenewal | null {
  const everySeconds = seconds(value.everySeconds, 60);
  if (everySeconds === null) return tell(reading, `${path}.everySeconds`, 'must be a number of at least 60');
  if (value.operation === undefined) return { everySeconds };
  const call = readCall(reading, value, path, [...CALL, 'everySeconds']);
  return call && { everySeconds, call };
}

function readPolling(reading: Reading, value: JsonObject, path: string): EventPolling | null {
  const read = readReading(reading, value, path, [...READING, 'everySeconds'], 'skip');
  const everySeconds = value.everySeconds === undefined ? SHORTEST_POLL_SECONDS : seconds(value.everySeconds, SHORTEST_POLL_SECONDS);
  if (everySeconds === null) tell(reading, `${path}.everySeconds`, `must be at least ${SHORTEST_POLL_SECONDS}`);
  return read && { ...read, everySeconds: everySeconds ?? SHORTEST_POLL_SECONDS };
}

function readReading(reading: Reading, value: JsonObject, path: string, names: string[], usualFirst: 'skip' | 'keep'): EventReading | null {
  const call = readCall(reading, value, path, names);
  const rows = readRows(reading, value.rows, `${path}.rows`);
  const cursor = rows ? ROW_CURSOR : readCursor(reading, value, path);
  if (!call || !cursor) return null;
  const first = value.first ?? usualFirst;
  if (first !== 'skip' && first !== 'keep') return tell(reading, `${path}.first`, 'must be skip or keep');
  const idPath = rows ? 'row' : (text(value, 'idPath') ?? 'id');
  return { ...call, ...optional(value, 'itemsPath'), idPath, cursor, ...(rows ? { rows } : {}), first };
}

const ROW_CURSOR: EventCursor = { of: 'items', path: 'row', format: 'number', overlapSeconds: 0 };

function readRows(reading: Reading, written: unknown, path: string): EventReading['rows'] | null {
  if (written === undefined) return null;
  if (!isObject(written)) return tell(reading, path, 'must be an object');
  checkNames(reading, path, written, ['headersPath']);
  return optional(written, 'headersPath');
}

function readCursor(reading: Reading, value: JsonObject, position: string): EventCursor | null {
  const answerPath = text(value, 'nextCursorPath');
  if (answerPath !== undefined) return { of: 'answer', path: answerPath, ...optional(value, 'hasMorePath') };
  const path = text(value, 'cursorPath');
  if (path === undefined) return tell(reading, position, 'needs "cursorPath" or "nextCursorPath"');
  const format: CursorFormat | undefined = cursorFormats.find((cursorFormat) => cursorFormat === (value.cursorFormat ?? 'date-time'));
  if (!format) return tell(reading, `${position}.cursorFormat`, `must be one of ${cursorFormats.join(', ')}`);
  const usual = format === 'number' ? 0 : DEFAULT_OVERLAP_SECONDS;
  const overlapSeconds = value.overlapSeconds === undefined ? usual : seconds(value.overlapSeconds, 0);
  if (overlapSeconds === null) return tell(reading, `${position}.overlapSeconds`, 'must be a number');
  return { of: 'items', path, format, overlapSeconds };
}

function checkNames(reading: Reading, path: string, value: JsonObject, known: readonly string[]): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) tell(reading, path, `has no "${name}"`);
}

function checkPlaceholders(reading: Reading, path: string, value: unknown): void {
  for (const name of unknownPlaceholders(value)) tell(reading, path, `names {${name}}, which is nothing that can be put in`);
}

function tell({ problems }: Reading, path: string, message: string): null {
  problems.push(`${path} ${message}.`);
  return null;
}

function text(value: JsonObject, name: string): string | undefined {
  const written = value[name];
  return typeof written === 'string' ? written : undefined;
}

function optional<Name extends string>(value: JsonObject, name: Name): { [Key in Name]?: string } {
  const written = text(value, name);
  return written === undefined ? {} : ({ [name]: written } as { [Key in Name]?: string });
}

function seconds(value: unknown, least: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : null;
}
