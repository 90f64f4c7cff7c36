import {
  buildScopeKey,
  type EntityFields,
  type EntityFindMany,
  entityCallValues,
  entityKeys,
  foundKey,
  manyFinds,
  scopeNames,
} from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import { DAY_MS } from '@portage/primitives/durations';
import { inParallel } from '@portage/primitives/in-parallel';
import { type FindKey, type FoundRecord, type Hit, plainKey, resolveHits, type WriteResult } from '@portage/sync';
import type { OperationPage } from '../operations/call-operation.ts';
import type { OperationCall } from '../operations/operation-request.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import { callAfter, callEntity, FlowProblem, type OpenSide, readWithRetries, recordsAt, refusedBy, requestValues } from './entity-calls.ts';

export type Found = FoundRecord | Extract<WriteResult, { kind: 'failed' }>;

/** Pages of one search. A key finds one record or a few, so a longer list isn't what was searched for. */
const MOST_PAGES = 10;
const LOOK_UPS_AT_A_TIME = 4;

/** A record created by a write whose response was lost is no older than this. */
const LOOK_BACK_MS = DAY_MS;

/** The earliest time at which such a record can have been created, for a search that lists new records; ISO 8601. */
export function lookBackFrom(nowMs: number): string {
  return new Date(nowMs - LOOK_BACK_MS).toISOString();
}

interface MatchedRecord {
  id: string;
  record: unknown;
}

/** By the position of their key, see toScopedKey. */
type MatchedRecords = ReadonlyMap<string, readonly MatchedRecord[]>;

interface KeysOfOneFind {
  findMany: EntityFindMany;
  records: MatchedRecords;
}

/** Records that were searched for together, by the path of their key. Null, or a missing key: each is searched for by itself. */
export type SearchedKeys = ReadonlyMap<string, KeysOfOneFind> | null;

/**
 * Searches for the records of a chunk by all of their keys: two keys of one record may find different target records. A key that two
 * records share is left out, because the first of them may create the very record that the second one finds.
 *
 * @param records the keys of each record
 */
export async function findTogether(side: OpenSide, records: readonly (readonly FindKey[])[], context: StepContext): Promise<SearchedKeys> {
  const known = new Map<string, KeysOfOneFind>();
  for (const findMany of manyFinds(side.entity)) {
    const keyOf = (keys: readonly FindKey[]) => keys.find(({ find }) => find.key === findMany.key);
    const placeIn = (keys: readonly FindKey[]) => {
      const one = keyOf(keys);
      return one ? toScopedKey(findMany, one) : null;
    };
    const wanted = onlyOnce(records.flatMap((keys) => placeIn(keys) ?? []));
    const asked = records.flatMap((keys) => (wanted.has(placeIn(keys) ?? '') ? (keyOf(keys) ?? []) : []));
    const groups = [...Map.groupBy(asked, ({ fields }) => buildScopeKey(findMany, fields)).values()];
    // Calls for single records run in parallel elsewhere.
    if (asked.length < 2 * Math.max(1, groups.length)) continue;
    const found = await findGroups(side, findMany, groups, context);
    if (!found) continue;
    known.set(findMany.key, { findMany, records: found });
  }
  return known;
}

/** The position of a key among those of its search; null: the record is searched for by itself. */
function toScopedKey(findMany: EntityFindMany, { key, fields }: FindKey): string | null {
  const own = buildScopeKey(findMany, fields);
  return own === null ? null : own + plainKey(key);
}

function onlyOnce(places: readonly string[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const place of places) times.set(place, (times.get(place) ?? 0) + 1);
  return new Set([...times].filter(([, count]) => count === 1).map(([place]) => place));
}

/** @returns null if the target did not respond, or only in part */
async function findGroups(
  side: OpenSide,
  findMany: EntityFindMany,
  groups: readonly (readonly FindKey[])[],
  context: StepContext,
): Promise<MatchedRecords | null> {
  const all = new Map<string, readonly MatchedRecord[]>();
  for (const group of groups) {
    const fields = group[0]?.fields ?? {};
    const found = await findManyRecords(side, findMany, group, fields, context);
    if (!found) return null;
    const own = buildScopeKey(findMany, fields) ?? '';
    for (const [key, records] of found) all.set(own + key, records);
  }
  return all;
}

/**
 * @param group keys that share the values of the search's scope, which `own` contains
 * @returns records by their plain key; null if the target did not respond, or only in part
 */
async function findManyRecords(
  side: OpenSide,
  findMany: EntityFindMany,
  group: readonly FindKey[],
  own: EntityFields,
  context: StepContext,
): Promise<MatchedRecords | null> {
  const { externalIdField } = own;
  const scoped = Object.fromEntries(scopeNames(findMany).map((name) => [name, own[name]]));
  const fields = { ...side.fields, ...scoped, externalIdField };
  const originals = new Map(group.map(({ key }) => [plainKey(key), key]));
  const wanted = [...originals.values()];
  const known = new Map<string, MatchedRecord[]>([...originals.keys()].map((key) => [key, []]));
  const parts = Array.from({ length: Math.ceil(wanted.length / findMany.most) }, (_, at) =>
    wanted.slice(at * findMany.most, (at + 1) * findMany.most),
  );
  let isWhole = true;
  await inParallel(parts, LOOK_UPS_AT_A_TIME, async (part) => {
    if (!isWhole) return;
    const found = await findPart(side, findMany, part, fields, context);
    if (!found) isWhole = false;
    for (const { key, ...record } of found ?? []) known.get(plainKey(key))?.push(record);
  });
  return isWhole ? known : null;
}

/** One call and its other pages. @returns null if the target did not respond, or only in part */
async function findPart(
  side: OpenSide,
  findMany: EntityFindMany,
  part: readonly string[],
  fields: EntityFields,
  context: StepContext,
): Promise<(MatchedRecord & { key: string })[] | null> {
  const values = requestValues(entityCallValues(findMany, { ...fields, keys: entityKeys(findMany, part) }));
  const records: (MatchedRecord & { key: string })[] = [];
  let call: OperationCall = { values };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = call;
    const called = await readWithRetries(context, () =>
      callEntity(context, side, findMany.operation, asked, { list: recordsAt(findMany) }),
    );
    if (!called.ok) return null;
    for (const record of called.page.items) {
      const key = foundKey(findMany, record, fields);
      if (key === undefined) return null;
      const id = textAt(record, findMany.idPath ?? side.entity.idPath);
      if (key !== null && id !== null) records.push({ key, id, record });
    }
    const next = nextOrUnknown(called.page, side);
    if (next === null) return records;
    if (next === 'unknown') return null;
    call = next;
  }
  // Some keys might be missing, and a missing key would create a second record.
  return null;
}

function nextOrUnknown(page: OperationPage, side: OpenSide): OperationCall | null | 'unknown' {
  try {
    return callAfter(page, side);
  } catch (error) {
    if (error instanceof FlowProblem) return 'unknown';
    throw error;
  }
}

/** What the target has for a key that was searched for together with others; undefined: this key wasn't. */
export function foundTogether(known: SearchedKeys, one: FindKey): readonly MatchedRecord[] | undefined {
  const found = known?.get(one.find.key);
  return found?.records.get(toScopedKey(found.findMany, one) ?? '');
}

/** Searches for the record by each of its keys. All keys that find something must find the same record. */
export async function findRecord(side: OpenSide, keys: readonly FindKey[], context: StepContext, many: SearchedKeys): Promise<Found> {
  const hits: Hit[] = [];
  for (const key of keys) {
    const records = foundTogether(many, key) ?? (await lookUp(side, key, context));
    if ('kind' in records) return records;
    hits.push({ key, records });
  }
  return resolveHits(hits, side);
}

async function lookUp(
  side: OpenSide,
  { find, key, fields }: FindKey,
  context: StepContext,
): Promise<readonly MatchedRecord[] | Extract<Found, { kind: 'failed' }>> {
  const idPath = find.idPath ?? side.entity.idPath;
  const list = { ...recordsAt(find), idPath };
  let call: OperationCall = { values: requestValues(entityCallValues(find, fields)) };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = call;
    const called = await readWithRetries(context, () => callEntity(context, side, find.operation, asked, { list, isLong: false }));
    // A system that reads one record by its key responds with 404 if it has no such record.
    if (!called.ok && called.status === 404) return [];
    if (!called.ok) return refusedBy(called);
    const found = called.page.items.flatMap((record) => {
      const id = textAt(record, idPath);
      const isIt = find.equalsPath === undefined || plainKey(textAt(record, find.equalsPath) ?? '') === plainKey(key);
      return id !== null && isIt ? [{ id, record }] : [];
    });
    if (found.length > 0 || called.page.items.length === 0) return found;
    const next = nextOrUnknown(called.page, side);
    if (next === null) return [];
    if (next === 'unknown') break;
    call = next;
  }
  const message = `${side.typeName} lists more records for the ${find.title} “${key}” than can be searched, so it may have this record already. Give it a more specific ${find.title}, or link the two records there.`;
  return { kind: 'failed', message, passes: false };
}
