import {
  type EntityFields,
  type EntityFindMany,
  findFields,
  findKey,
  findManyFields,
  foundKey,
  type LookedFor,
  manyFinds,
  scopeNames,
} from '@portage/connectors/entities';
import { firstAt, textAt } from '@portage/connectors/events';
import type { FlowDefinition, MappedField } from '@portage/sync';
import { isNotThere } from '../../connectors/choices/call-operation.ts';
import type { UserContext } from '../../http/context.ts';
import { askSide, listOfSide, type PreviewSide } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';

/** The target of a previewed flow, and the bounds within which the preview asks it. */
export interface PreviewTarget {
  context: UserContext;
  budget: PreviewBudget;
  side: PreviewSide;
  flow: FlowDefinition;
}

/** A record as it would be written. */
export interface WantedRecord {
  fields: readonly MappedField[];
  /** Its id in the source. */
  sourceItemId: string;
}

/** The target's version of one record. `record` is null if it could not be read. */
export type LookedUp = { kind: 'found'; targetItemId: string; record: unknown } | { kind: 'none' } | { kind: 'several'; message: string };

interface Candidate {
  id: string;
  record: unknown;
}

/** Records that were looked up together: by the path of their key, then by the key. */
export type FoundKeys = ReadonlyMap<string, ReadonlyMap<string, readonly Candidate[]>>;

/** Looks up several records by one key after another; each key is tried for the records that no earlier key found. */
export async function lookUpMany(target: PreviewTarget, records: readonly WantedRecord[]): Promise<FoundKeys> {
  const all = new Map<string, ReadonlyMap<string, readonly Candidate[]>>();
  let left = records;
  for (const findMany of manyFinds(target.side.entity)) {
    if (left.length < 2) break;
    // A preview has few records: those of each scope are looked up one by one.
    if (scopeNames(findMany).length > 0) continue;
    const keyOf = (one: WantedRecord) => findKey(findMany, lookedForOf(target, one));
    const keys = new Map(left.flatMap((one) => keyOf(one) ?? []).map((key) => [plain(key), key]));
    const found = await lookUpKeys(target, findMany, [...keys.values()]);
    if (!found) continue;
    all.set(findMany.key, found);
    left = left.filter((one) => !found.get(plain(keyOf(one) ?? ''))?.length);
  }
  return all;
}

/** @returns null if a value of the look-up is missing */
async function lookUpKeys(
  target: PreviewTarget,
  findMany: EntityFindMany,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]> | null> {
  const { side } = target;
  const found = new Map<string, Candidate[]>(keys.map((key) => [plain(key), []]));
  for (let from = 0; from < keys.length; from += findMany.most) {
    const given = findManyFields(findMany, keys.slice(from, from + findMany.most), lookedForOf(target, { fields: [], sourceItemId: '' }));
    if (given === null) return null;
    const records = await listOfSide(target.context, target.budget, side, findMany, { fields: given, maxItems: findMany.most * 2 });
    for (const record of records) {
      const [key, id] = [foundKey(findMany, record, given), textAt(record, findMany.idPath ?? side.entity.idPath)];
      if (key === undefined) return null;
      if (key !== null && id !== null) found.get(plain(key))?.push({ id, record });
    }
  }
  return found;
}

/** Looks for one record in the target, by one key after another. @throws ApiProblem with the system's words; PreviewOver */
export async function lookUp(target: PreviewTarget, wanted: WantedRecord, many: FoundKeys): Promise<LookedUp> {
  const { context, budget, side } = target;
  const lookedFor = lookedForOf(target, wanted);
  for (const find of side.entity.find) {
    const [key, given] = [findKey(find, lookedFor), findFields(find, lookedFor)];
    if (key === null || given === null) continue;
    const known = many.get(find.key)?.get(plain(key));
    const candidates = known ?? (await ask(find, key, given));
    const [first] = candidates;
    if (!first) continue;
    const ids = [...new Set(candidates.map(({ id }) => id))];
    if (ids.length === 1) return { kind: 'found', targetItemId: first.id, record: first.record };
    return {
      kind: 'several',
      message: `${side.typeName} has ${ids.length} records with the ${find.title} “${key}”: ${ids.slice(0, 5).join(', ')}.`,
    };
  }
  return { kind: 'none' };

  async function ask(find: (typeof side.entity.find)[number], key: string, given: EntityFields): Promise<Candidate[]> {
    const idPath = find.idPath ?? side.entity.idPath;
    const records = await listOfSide(context, budget, side, find, { fields: given, idPath }).catch((error: unknown): unknown[] => {
      // A system that reads one record by its key has none of this key.
      if (isNotThere(error)) return [];
      throw error;
    });
    return records.flatMap((record) => {
      const id = textAt(record, idPath);
      const isIt = find.equalsPath === undefined || plain(textAt(record, find.equalsPath) ?? '') === plain(key);
      return id !== null && isIt ? [{ id, record }] : [];
    });
  }
}

/** The target's record as it is; null if the target cannot read it by its id. */
export async function readTarget(
  { context, budget, side }: PreviewTarget,
  targetItemId: string,
): Promise<{ record: unknown } | 'gone' | null> {
  const { get } = side.entity;
  if (!get) return null;
  try {
    const body = await askSide(context, budget, side, get, { id: targetItemId });
    const record = firstAt(body, get.recordPath) ?? null;
    return record === null ? 'gone' : { record };
  } catch (error) {
    if (isNotThere(error)) return 'gone';
    throw error;
  }
}

function lookedForOf({ side, flow }: PreviewTarget, { fields: mapped, sourceItemId: externalId }: WantedRecord): LookedFor {
  const [externalIdPath = null] = flow.externalIdFields;
  return { mapped, create: side.entity.create, fields: side.fields, externalId, externalIdPath };
}

/** Letter case and blanks around a key do not tell records apart: systems themselves do not. */
function plain(key: string): string {
  return key.trim().toLowerCase();
}
