import { getDiscriminator, getSchemaKind, type JsonSchema, listAlternatives, type RootedSchema } from './json-schema.ts';

/** `input`: what callers send. `output`: what they read. */
export type Direction = 'input' | 'output';

export interface Difference {
  /** `break`: a caller built against the old contract may fail. `warning`: it may get an unknown value. */
  severity: 'break' | 'warning';
  /** Path within the value: `body.steps[].type`. */
  path: string;
  message: string;
}

/** The differences that callers of the old schema would notice in the new one; empty if none. */
export function compareSchemas(direction: Direction, before: JsonSchema, after: JsonSchema, path: string): Difference[] {
  return compare(direction, { schema: before, root: before }, { schema: after, root: after }, path, new Set());
}

const breakAt = (path: string, message: string): Difference => ({ severity: 'break', path, message });
const warningAt = (path: string, message: string): Difference => ({ severity: 'warning', path, message });

/** Ids of schemas, so that a recursive schema is compared once. */
const ids = new WeakMap<JsonSchema, number>();
let lastId = 0;
function getSchemaId(schema: JsonSchema): number {
  const known = ids.get(schema);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(schema, lastId);
  return lastId;
}

function compare(direction: Direction, before: RootedSchema, after: RootedSchema, path: string, underWay: Set<string>): Difference[] {
  const pair = `${getSchemaId(before.schema)}/${getSchemaId(after.schema)}`;
  if (underWay.has(pair)) return [];
  const inside = new Set(underWay).add(pair);
  const [old, next] = [listAlternatives(before), listAlternatives(after)];
  // Whatever was accepted must still be; whatever is returned must have been expected.
  const [given, takers] = direction === 'input' ? [old, next] : [next, old];
  return given.flatMap((one) => {
    const attempts = meantBy(one, takers, given.length)
      .map((taker) => {
        const [left, right] = direction === 'input' ? [one, taker] : [taker, one];
        return { taker, found: compareOne(direction, left, right, path, inside) };
      })
      .sort((a, b) => computeWeight(a.found) - computeWeight(b.found));
    const best = attempts[0];
    if (best && ((given.length === 1 && takers.length === 1) || !best.found.some(({ severity }) => severity === 'break')))
      return best.found;
    const alike = attempts.find(({ taker }) => getSchemaKind(taker) === getSchemaKind(one));
    if (alike) return alike.found;
    if (direction === 'input') return [breakAt(path, `${describeSchema(one)} is no longer accepted`)];
    const isOneMoreOfItsKind = getDiscriminator(one) !== '' && takers.some((taker) => getDiscriminator(taker) !== '');
    return isOneMoreOfItsKind
      ? [warningAt(path, `may now be ${describeSchema(one)}, which callers do not know`)]
      : [breakAt(path, `may now be ${describeSchema(one)}`)];
  });
}

/** In a union: the member with the same discriminator, such as `type: "Loop"`; members with another one never match. */
function meantBy(one: RootedSchema, takers: RootedSchema[], givenCount: number): RootedSchema[] {
  const name = getDiscriminator(one);
  if (givenCount === 1 && takers.length === 1) return takers;
  const namesakes = takers.filter((taker) => name !== '' && getDiscriminator(taker) === name);
  return namesakes.length > 0 ? namesakes : takers.filter((taker) => name === '' || getDiscriminator(taker) === '');
}

/** Breaks first, then the number of other differences: the nearest match is chosen. */
function computeWeight(differences: Difference[]): number {
  return differences.reduce((sum, { severity }) => sum + (severity === 'break' ? 1_000 : 1), 0);
}

function describeSchema(placed: RootedSchema): string {
  const { schema } = placed;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const discriminator = getDiscriminator(placed);
  return discriminator
    ? `an object with ${discriminator}`
    : ({ any: 'any value', null: 'null' }[getSchemaKind(placed)] ?? `of type ${getSchemaKind(placed)}`);
}

/** Compares one alternative with one other. */
function compareOne(direction: Direction, before: RootedSchema, after: RootedSchema, path: string, underWay: Set<string>): Difference[] {
  const [old, next] = [getSchemaKind(before), getSchemaKind(after)];
  const [narrow, wide] = direction === 'input' ? [old, next] : [next, old];
  if (wide === 'any') return [];
  if (narrow !== wide && !(narrow === 'integer' && wide === 'number')) return [breakAt(path, `was ${old} and is ${next}`)];
  const shared = [...compareLiterals(direction, before.schema, after.schema, path)];
  if (direction === 'input') shared.push(...compareBounds(before.schema, after.schema, path));
  else if (before.schema.format !== after.schema.format) shared.push(warningAt(path, 'has another format'));
  if (old === 'object') shared.push(...compareObjects(direction, before, after, path, underWay));
  if (old === 'array') shared.push(...compareItems(direction, before, after, path, underWay));
  return shared;
}

function compareLiterals(direction: Direction, before: JsonSchema, after: JsonSchema, path: string): Difference[] {
  if (!before.enum && !after.enum) return [];
  if (direction === 'input') {
    if (!after.enum) return [];
    if (!before.enum) return [breakAt(path, `takes only ${list(after.enum)} now`)];
    const gone = before.enum.filter((value) => !after.enum?.includes(value));
    return gone.length > 0 ? [breakAt(path, `${list(gone)} is no longer accepted`)] : [];
  }
  if (!before.enum) return [];
  if (!after.enum) return [warningAt(path, `may now be other than ${list(before.enum)}`)];
  const grown = after.enum.filter((value) => !before.enum?.includes(value));
  return grown.length > 0 ? [warningAt(path, `may now be ${list(grown)}, which callers do not know`)] : [];
}

const list = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

const LOWER_BOUNDS = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'];
const UPPER_BOUNDS = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'];
const SHAPES = ['pattern', 'format', 'multipleOf'];

/** A value that was short, small or plain enough must remain so. */
function compareBounds(before: JsonSchema, after: JsonSchema, path: string): Difference[] {
  const numberOf = (schema: JsonSchema, name: string) => (typeof schema[name] === 'number' ? (schema[name] as number) : null);
  const tighter = [
    ...LOWER_BOUNDS.filter((name) => (numberOf(after, name) ?? -Infinity) > (numberOf(before, name) ?? -Infinity)),
    ...UPPER_BOUNDS.filter((name) => (numberOf(after, name) ?? Infinity) < (numberOf(before, name) ?? Infinity)),
    ...SHAPES.filter((name) => after[name] !== undefined && after[name] !== before[name]),
  ];
  return tighter.map((name) => breakAt(path, `${name} is stricter: ${String(before[name] ?? 'none')} became ${String(after[name])}`));
}

function compareObjects(
  direction: Direction,
  before: RootedSchema,
  after: RootedSchema,
  path: string,
  underWay: Set<string>,
): Difference[] {
  const [old, next] = [before.schema, after.schema];
  const [oldProperties, nextProperties] = [old.properties ?? {}, next.properties ?? {}];
  const differences: Difference[] = [];
  for (const [name, property] of Object.entries(oldProperties)) {
    const here = `${path}.${name}`;
    const counterpart = Object.hasOwn(nextProperties, name) ? nextProperties[name] : undefined;
    if (counterpart) {
      differences.push(...compare(direction, { ...before, schema: property }, { ...after, schema: counterpart }, here, underWay));
    } else if (direction === 'output') differences.push(breakAt(here, 'is no longer answered'));
    else if (next.additionalProperties === false) differences.push(breakAt(here, 'is no longer accepted'));
  }
  const [oldRequired, nextRequired] = [new Set(old.required), new Set(next.required)];
  if (direction === 'input') {
    for (const name of nextRequired) if (!oldRequired.has(name)) differences.push(breakAt(`${path}.${name}`, 'has become required'));
  } else {
    for (const name of oldRequired) {
      if (Object.hasOwn(nextProperties, name) && !nextRequired.has(name))
        differences.push(breakAt(`${path}.${name}`, 'may be missing now'));
    }
  }
  return [...differences, ...compareOtherMembers(direction, before, after, path, underWay)];
}

/** Members without a fixed name, as in a record. */
function compareOtherMembers(
  direction: Direction,
  before: RootedSchema,
  after: RootedSchema,
  path: string,
  underWay: Set<string>,
): Difference[] {
  const [old, next] = [before.schema.additionalProperties ?? true, after.schema.additionalProperties ?? true];
  if (typeof old === 'object' && typeof next === 'object') {
    return compare(direction, { ...before, schema: old }, { ...after, schema: next }, `${path}.*`, underWay);
  }
  if (direction === 'input' && next === false && old !== false) return [breakAt(path, 'takes no other members any more')];
  if (direction === 'output' && typeof old === 'object' && next === false) return [breakAt(path, 'has no other members any more')];
  return [];
}

function compareItems(direction: Direction, before: RootedSchema, after: RootedSchema, path: string, underWay: Set<string>): Difference[] {
  const [old, next] = [before.schema, after.schema];
  const places = Math.max(old.prefixItems?.length ?? 0, next.prefixItems?.length ?? 0);
  const differences = Array.from({ length: places }, (_, at) =>
    compare(
      direction,
      { ...before, schema: old.prefixItems?.[at] ?? old.items ?? {} },
      { ...after, schema: next.prefixItems?.[at] ?? next.items ?? {} },
      `${path}[${at}]`,
      underWay,
    ),
  ).flat();
  return [
    ...differences,
    ...compare(direction, { ...before, schema: old.items ?? {} }, { ...after, schema: next.items ?? {} }, `${path}[]`, underWay),
  ];
}
