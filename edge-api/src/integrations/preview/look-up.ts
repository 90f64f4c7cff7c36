import {
  type EntityFields,
  type EntityFindMany,
  findFields,
  findKey,
  findManyFields,
  foundKey,
  isGoneByCode,
  type LookedFor,
  manyFinds,
  scopeNames,
} from '@portage/connectors/entities';
import { firstAt, textAt } from '@portage/connectors/events';
import { type FlowDefinition, type FoundRecord, type Hit, type MappedField, plainKey, resolveHits } from '@portage/sync';
import { isNotThere, refusalBody } from '../../connectors/choices/call-operation.ts';
import type { UserContext } from '../../http/context.ts';
import { askSide, listOfSide, type PreviewSide } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';

/** The target of a previewed flow, and the limits for reading it. */
export interface PreviewTarget {
  context: UserContext;
  budget: PreviewBudget;
  side: PreviewSide;
  flow: FlowDefinition;
}

export interface WantedRecord {
  fields: readonly MappedField[];
  sourceItemId: string;
  /** Keys that can't be searched for yet. */
  unknownKeys: ReadonlySet<string>;
}

/** What a record's keys find together, as a sync would use it, and each key with the ids it found. */
export type LookedUp = FoundRecord & { keys: { title: string; key: string; targetItemIds: string[] }[] };

interface Candidate {
  id: string;
  record: unknown;
}

/** Records looked up together: by the path of their key, then by the key. */
export type FoundKeys = ReadonlyMap<string, ReadonlyMap<string, readonly Candidate[]>>;

/** Looks up several records by each of their keys. */
export async function lookUpMany(target: PreviewTarget, records: readonly WantedRecord[]): Promise<FoundKeys> {
  const all = new Map<string, ReadonlyMap<string, readonly Candidate[]>>();
  if (records.length < 2) return all;
  for (const findMany of manyFinds(target.side.entity)) {
    // A preview has few records, so records with a scope are looked up one by one.
    if (scopeNames(findMany).length > 0) continue;
    const keyOf = (one: WantedRecord) => pickUsableKey(findKey(findMany, toLookedFor(target, one)), one);
    const keys = new Map(records.flatMap((one) => keyOf(one) ?? []).map((key) => [plainKey(key), key]));
    const found = await lookUpKeys(target, findMany, [...keys.values()]);
    if (!found) continue;
    all.set(findMany.key, found);
  }
  return all;
}

/** @returns null if a look-up value is missing */
async function lookUpKeys(
  target: PreviewTarget,
  findMany: EntityFindMany,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]> | null> {
  const { side } = target;
  const found = new Map<string, Candidate[]>(keys.map((key) => [plainKey(key), []]));
  for (let from = 0; from < keys.length; from += findMany.most) {
    const given = findManyFields(findMany, keys.slice(from, from + findMany.most), toLookedFor(target, NO_RECORD));
    if (given === null) return null;
    const records = await listOfSide(target.context, target.budget, side, findMany, { fields: given, maxItems: findMany.most * 2 });
    for (const record of records) {
      const [key, id] = [foundKey(findMany, record, given), textAt(record, findMany.idPath ?? side.entity.idPath)];
      if (key === undefined) return null;
      if (key !== null && id !== null) found.get(plainKey(key))?.push({ id, record });
    }
  }
  return found;
}

/** Looks for one record in the target, by all of its keys: if two keys find different records, there is no match. @throws ApiProblem with the system's words; PreviewOver */
export async function lookUp(target: PreviewTarget, wanted: WantedRecord, many: FoundKeys): Promise<LookedUp> {
  const { context, budget, side } = target;
  const lookedFor = toLookedFor(target, wanted);
  const hits: Hit[] = [];
  for (const find of side.entity.find) {
    const [key, given] = [pickUsableKey(findKey(find, lookedFor), wanted), findFields(find, lookedFor)];
    if (key === null || given === null) continue;
    const records = many.get(find.key)?.get(plainKey(key)) ?? (await ask(find, key, given));
    hits.push({ key: { find, key }, records });
  }
  const keys = hits.map(({ key: { find, key }, records }) => ({
    ...{ title: find.title, key },
    targetItemIds: [...new Set(records.map(({ id }) => id))],
  }));
  return { ...resolveHits(hits, side), keys };

  async function ask(find: (typeof side.entity.find)[number], key: string, given: EntityFields): Promise<Candidate[]> {
    const idPath = find.idPath ?? side.entity.idPath;
    const records = await listOfSide(context, budget, side, find, { fields: given, idPath }).catch((error: unknown): unknown[] => {
      // For a system that reads one record by its key, this means it has none with this key.
      if (isNotThere(error)) return [];
      throw error;
    });
    return records.flatMap((record) => {
      const id = textAt(record, idPath);
      const isIt = find.equalsPath === undefined || plainKey(textAt(record, find.equalsPath) ?? '') === plainKey(key);
      return id !== null && isIt ? [{ id, record }] : [];
    });
  }
}

/** The target's current record; null if the target can't read it by its id. */
export async function readTarget(
  { context, budget, side }: PreviewTarget,
  targetItemId: string,
): Promise<{ record: unknown } | 'gone' | null> {
  const { get } = side.entity;
  if (!get) return null;
  try {
    const body = await askSide(context, budget, side, get, { id: targetItemId });
    if (isGoneByCode(get, body)) return 'gone';
    const record = firstAt(body, get.recordPath) ?? null;
    return record === null ? 'gone' : { record };
  } catch (error) {
    if (isNotThere(error) || isGoneByCode(get, refusalBody(error))) return 'gone';
    throw error;
  }
}

const NO_RECORD: WantedRecord = { fields: [], sourceItemId: '', unknownKeys: new Set() };

function pickUsableKey(key: string | null, { unknownKeys }: WantedRecord): string | null {
  return key === null || unknownKeys.has(key) ? null : key;
}

function toLookedFor({ side, flow }: PreviewTarget, { fields: mapped, sourceItemId: externalId }: WantedRecord): LookedFor {
  const [externalIdPath = null] = flow.externalIdFields;
  return { mapped, create: side.entity.create, fields: side.fields, externalId, externalIdPath };
}
