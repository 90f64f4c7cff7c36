import { isObject } from '@portage/primitives/json';
import type { DescribedResponse } from './described-answers.ts';
import type { DescribedSystem } from './described-system.ts';
import { plainName, singular } from './names.ts';
import { pickIdName, type ResponsePath, recordPathIn, valueIn } from './record-places.ts';
import { getThingName, type Role } from './role-of-operation.ts';
import { findItemShape, findPropertyShape, resolveShape, type Shape, shapeAt } from './schema-shape.ts';

export interface CollectionFacts {
  /** The word for one or several: `customers`. */
  thing: string;
  /** Null if no response describes a record. */
  shape: Shape | null;
  idName: string;
  idParameters: readonly string[];
  examples: Record<string, unknown>[];
  /** Whether calls make or list these records. If so, a record that was never made doesn't exist. */
  isKnowable: boolean;
  /** Whether calls read these records. Only such records exist from the start. */
  isShown: boolean;
  /** Members that a creation may set. */
  writable: ReadonlySet<string>;
}

/** Reads everything that the document says about a kind of record. Called once per kind. */
export async function collectionFacts(system: DescribedSystem, collection: string): Promise<CollectionFacts> {
  const thing = getThingName(collection);
  const operations = await system.operationsOf(collection);
  const idParameters = [...new Set(operations.flatMap(({ role }) => role.idParameter ?? []))];
  const { source } = system.answers;
  const found: { role: Role; answer: DescribedResponse; path: ResponsePath; shape: Shape | null }[] = operations.map(
    ({ operation, role }) => {
      const answer = system.answers.success(operation, role.kind === 'create');
      const path = resolveRecordPath(system, role, answer);
      return { role, answer, path, shape: answer.shape && shapeAt(source, answer.shape, path) };
    },
  );
  const rank = ({ role: { kind } }: (typeof found)[number]) => ['get', 'list', 'create', 'update'].indexOf(kind);
  const best = found.filter((one) => rank(one) >= 0).sort((a, b) => rank(a) - rank(b));
  const shape = best.find((one) => (one.shape?.flat.properties.size ?? 0) > 0)?.shape ?? null;
  const lists = best
    .filter(({ role }) => role.kind === 'list')
    .flatMap(({ answer, path }) => valueIn(answer.example, path.slice(0, -1)) ?? []);
  const single = best.filter(({ role }) => role.kind !== 'list').map(({ answer, path }) => valueIn(answer.example, path));
  const examples = (lists.length > 0 ? lists : single.slice(0, 1)).filter(isObject);
  const names = shape ? [...shape.flat.properties.keys()] : Object.keys(examples[0] ?? {});
  return {
    thing,
    shape,
    idName: pickIdName(names, thing, idParameters),
    idParameters,
    examples,
    isKnowable: operations.some(({ role: { kind } }) => kind === 'list' || kind === 'create'),
    isShown: operations.some(({ role: { kind } }) => kind === 'list' || kind === 'get'),
    writable: writableNames(system, operations, shape),
  };
}

/** The path of a response's record, or of its first record. */
export function resolveRecordPath(
  system: DescribedSystem,
  { kind, collection, listPath }: Role,
  { shape }: DescribedResponse,
): ResponsePath {
  if (kind === 'list') return [...listPath, 0];
  return shape ? recordPathIn(system.answers.source, shape, getThingName(collection)) : [];
}

function writableNames(
  system: DescribedSystem,
  operations: Awaited<ReturnType<DescribedSystem['operationsOf']>>,
  shape: Shape | null,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { operation, role } of operations) {
    const schema = operation.body?.contents[0]?.schema;
    if (schema === undefined || !['create', 'update'].includes(role.kind)) continue;
    collectNames(system, resolveShape(system.requests, { value: schema, pointer: '#' }), names, 0);
  }
  for (const name of shape?.flat.properties.keys() ?? []) {
    const property = shape && findPropertyShape(system.answers.source, shape, name);
    if (property?.flat.members.get('readOnly') === true) names.delete(plainName(name));
  }
  return names;
}

/** Collects the names of a body's members and of the members it wraps. */
function collectNames(system: DescribedSystem, shape: Shape, names: Set<string>, depth: number): void {
  if (depth > 2) return;
  const items = shape.type === 'array' ? findItemShape(system.requests, shape) : null;
  if (items) collectNames(system, items, names, depth + 1);
  for (const name of shape.flat.properties.keys()) {
    names.add(plainName(name));
    const property = findPropertyShape(system.requests, shape, name);
    if (property) collectNames(system, property, names, depth + 1);
  }
}

/** Finds the member that a path parameter means: `petId` is its `id`, `repo` its `name`. */
export function memberForParameter(record: Readonly<Record<string, unknown>>, parameter: string, thing: string): string | null {
  const wanted = plainName(parameter);
  const own = Object.keys(record).find((name) => plainName(name) === wanted);
  if (own !== undefined) return own;
  const isOfThing = plainName(singular(thing)) === wanted;
  return isOfThing ? (Object.keys(record).find((name) => /^(name|login|slug|key|code)$/i.test(name)) ?? null) : null;
}
