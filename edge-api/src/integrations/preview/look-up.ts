import { type EntityFields, findFields, findKey, findManyFields, type LookedFor } from '@portage/connectors/entities';
import { firstAt, listAt, textAt } from '@portage/connectors/events';
import { loadOperation } from '@portage/connectors/openapi';
import type { FlowDefinition, MappedField } from '@portage/sync';
import { isNotThere } from '../../connectors/choices/call-operation.ts';
import type { UserContext } from '../../http/context.ts';
import { askSide, type PreviewSide } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';

/** What the target has of one record. `record` is null where it could not be read. */
export type LookedUp = { kind: 'found'; targetItemId: string; record: unknown } | { kind: 'none' } | { kind: 'several'; message: string };

interface Candidate {
  id: string;
  record: unknown;
}

/** Several records looked up by one key in few calls; null: the target cannot. */
export type FoundKeys = ReadonlyMap<string, readonly Candidate[]> | null;

/** @param records what would be written of each, and its id in the source */
export async function lookUpMany(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  flow: FlowDefinition,
  records: readonly { fields: readonly MappedField[]; sourceItemId: string }[],
): Promise<FoundKeys> {
  const { findMany } = side.entity;
  if (!findMany || records.length < 2) return null;
  const wanted = new Map<string, string>();
  for (const { fields, sourceItemId } of records) {
    const key = findKey(findMany, lookedForOf(side, flow, fields, sourceItemId));
    if (key !== null) wanted.set(plain(key), key);
  }
  const found = new Map<string, Candidate[]>([...wanted.keys()].map((key) => [key, []]));
  const keys = [...wanted.values()];
  for (let from = 0; from < keys.length; from += findMany.most) {
    const given = findManyFields(findMany, keys.slice(from, from + findMany.most), lookedForOf(side, flow, [], ''));
    if (given === null) return null;
    const bodies = await askSide(context, budget, side, findMany, { fields: given, maxItems: findMany.most * 2 });
    for (const record of await itemsOf(side, findMany, bodies)) {
      const [key, id] = [textAt(record, findMany.equalsPath), textAt(record, findMany.idPath ?? side.entity.idPath)];
      if (key !== null && id !== null) found.get(plain(key))?.push({ id, record });
    }
  }
  return found;
}

/** Looks for one record in the target, by one key after the other. @throws ApiProblem with the system's words; PreviewOver */
export async function lookUp(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  flow: FlowDefinition,
  fields: readonly MappedField[],
  sourceItemId: string,
  many: FoundKeys,
): Promise<LookedUp> {
  const lookedFor = lookedForOf(side, flow, fields, sourceItemId);
  for (const find of side.entity.find) {
    const [key, given] = [findKey(find, lookedFor), findFields(find, lookedFor)];
    if (key === null || given === null) continue;
    const known = many && side.entity.findMany?.key === find.key ? many.get(plain(key)) : undefined;
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
    const bodies = await askSide(context, budget, side, find, { fields: given }).catch((error: unknown) => {
      // A system that reads one record by its key has none of this key.
      if (isNotThere(error)) return [];
      throw error;
    });
    return (await itemsOf(side, find, bodies)).flatMap((record) => {
      const id = textAt(record, find.idPath ?? side.entity.idPath);
      const isIt = find.equalsPath === undefined || plain(textAt(record, find.equalsPath) ?? '') === plain(key);
      return id !== null && isIt ? [{ id, record }] : [];
    });
  }
}

/** The target's record as it is; null where the target cannot say. */
export async function readTarget(
  context: UserContext,
  budget: PreviewBudget,
  side: PreviewSide,
  targetItemId: string,
): Promise<{ record: unknown } | 'gone' | null> {
  const { get } = side.entity;
  if (!get) return null;
  try {
    const [body] = await askSide(context, budget, side, get, { fields: { id: targetItemId } });
    const record = firstAt(body, get.recordPath) ?? null;
    return record === null ? 'gone' : { record };
  } catch (error) {
    if (isNotThere(error)) return 'gone';
    throw error;
  }
}

function lookedForOf(side: PreviewSide, flow: FlowDefinition, mapped: readonly MappedField[], externalId: string): LookedFor {
  const [externalIdPath = null] = flow.externalIdFields;
  return { mapped, create: side.entity.create, fields: side.fields, externalId, externalIdPath };
}

async function itemsOf(
  { document }: PreviewSide,
  { operation, itemsPath }: { operation: string; itemsPath?: string },
  bodies: readonly unknown[],
): Promise<unknown[]> {
  const path = itemsPath ?? (await loadOperation(document, operation)).paging?.itemsPath ?? '';
  return bodies.flatMap((body) => listAt(body, path)).filter((record) => record !== null);
}

/** Letter case and blanks around a key do not tell records apart: systems themselves do not. */
function plain(key: string): string {
  return key.trim().toLowerCase();
}
