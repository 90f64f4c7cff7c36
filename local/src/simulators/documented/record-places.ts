import type { SchemaSource } from '@portage/connectors/openapi';
import { isObject } from '@portage/primitives/json';
import { isKindOf, isSameThing, plainName, singular } from './names.ts';
import { findItemShape, findPropertyShape, type Shape } from './schema-shape.ts';

/** The path of a value in a response: `['data', 0]`. */
export type ResponsePath = readonly (string | number)[];

const ID_NAMES = ['id', 'uuid', 'sid', 'gid', 'guid'];
const LIST_NAME = /^(data|results?|items|records|values?|entries|list|content|rows|elements|nodes|objects|members|collection)$/i;
/** Response members about the call, not the record. */
const ABOUT_THE_CALL =
  /^(ok|success|is_?success|status|status_?code|code|errors?|messages?|warnings?|request_?id|response_metadata|meta|links?|paging)$/i;
const WRAPPER_NAME = /^(data|results?|record|item|resource|response|payload|content|body|object|_embedded)$/i;

function properties(source: SchemaSource, shape: Shape): [string, Shape][] {
  return [...shape.flat.properties.keys()].flatMap((name): [string, Shape][] => {
    const property = findPropertyShape(source, shape, name);
    return property ? [[name, property]] : [];
  });
}

const isRecord = (shape: Shape | null): boolean => shape?.type === 'object' && shape.flat.properties.size > 0;

/** The path of a response's list of records; null: it isn't a list. */
export function listPathIn(source: SchemaSource, shape: Shape, thing: string, depth = 0): ResponsePath | null {
  if (shape.type === 'array') return [];
  if (shape.type !== 'object' || depth > 2) return null;
  const members = properties(source, shape);
  const lists = members.filter(
    ([, member]) => member.type === 'array' && ['object', 'any'].includes(findItemShape(source, member)?.type ?? 'any'),
  );
  const named = lists.find(([name]) => isSameThing(name, thing));
  if (named) return [named[0]];
  if (hasId(shape, thing)) return null;
  const usual = lists.find(([name]) => LIST_NAME.test(name));
  if (usual) return [usual[0]];
  for (const [name, member] of members) {
    if (!WRAPPER_NAME.test(name)) continue;
    const inside = listPathIn(source, member, thing, depth + 1);
    if (inside) return [name, ...inside];
  }
  return lists.length === 1 && lists[0] ? [lists[0][0]] : null;
}

/** The path of a response's single record, often the response itself. */
export function recordPathIn(source: SchemaSource, shape: Shape, thing: string, depth = 0): ResponsePath {
  if (shape.type === 'array') return isRecord(findItemShape(source, shape)) ? [0] : [];
  if (shape.type !== 'object' || depth > 2 || hasId(shape, thing)) return [];
  const members = properties(source, shape);
  const objects = members.filter(([, member]) => isRecord(member));
  const named =
    objects.find(([name]) => isSameThing(name, thing)) ??
    objects.find(([name]) => isKindOf(name, thing)) ??
    objects.find(([name]) => WRAPPER_NAME.test(name));
  if (named) return [named[0], ...recordPathIn(source, named[1], thing, depth + 1)];
  const list = members.find(
    ([name, member]) =>
      member.type === 'array' && isRecord(findItemShape(source, member)) && (isSameThing(name, thing) || /^results$/i.test(name)),
  );
  if (list) return [list[0], 0];
  const others = members.filter(([name]) => !ABOUT_THE_CALL.test(name));
  return others.length === 1 && others[0] && isRecord(others[0][1]) ? [others[0][0]] : [];
}

function hasId({ flat }: Shape, thing: string): boolean {
  const own = `${plainName(singular(thing))}id`;
  return [...flat.properties.keys()].some((name) => ID_NAMES.includes(plainName(name)) || plainName(name) === own);
}

/** The member of a record that is its id. @param parameters names of the path parameters that identify a record */
export function pickIdName(names: readonly string[], thing: string, parameters: readonly string[]): string {
  const own = plainName(singular(thing));
  const asked = parameters.map(plainName);
  const isId = (plain: string) => plain === `${own}id` || ID_NAMES.includes(plain);
  const wanted = [
    // Records may also be requested by their number.
    ...asked.filter(isId),
    ...asked,
    ...ID_NAMES,
    `${own}id`,
    ...parameters.map((parameter) => plainName(parameter).replace(own, '')).filter(Boolean),
  ];
  for (const plain of wanted) {
    const name = names.find((one) => plainName(one) === plain);
    if (name !== undefined) return name;
  }
  return names.find((name) => /(?:^|[a-z_])id$|[a-z]I[dD]$/.test(name)) ?? 'id';
}

/** The records in a body: the body itself, what it wraps, or its list's entries. */
export function recordsOfBody(body: unknown, thing: string, recordPath: ResponsePath): Record<string, unknown>[] {
  if (Array.isArray(body)) return body.filter(isObject);
  if (!isObject(body)) return [{}];
  const [wrapper] = recordPath;
  const names = Object.keys(body);
  const name =
    names.find((one) => one === wrapper) ??
    names.find((one) => names.length === 1 && (isSameThing(one, thing) || /^(inputs|records|items|data)$/i.test(one)));
  const inside = name === undefined ? undefined : body[name];
  if (Array.isArray(inside) && inside.length > 0 && inside.every(isObject)) return inside;
  return [isObject(inside) ? inside : body];
}

export function valueIn(value: unknown, path: ResponsePath): unknown {
  return path.reduce<unknown>((found, part) => {
    if (typeof part === 'number') return Array.isArray(found) ? found[part] : undefined;
    return isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }, value);
}

/** A copy with another value at a path, creating parents as needed. `undefined` removes the value. */
export function withValueIn(value: unknown, path: ResponsePath, put: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return put;
  if (put === undefined && valueIn(value, path) === undefined) return value;
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    list[part] = withValueIn(list[part], rest, put);
    return list;
  }
  const holder: Record<string, unknown> = isObject(value) ? { ...value } : {};
  const inside = withValueIn(holder[part], rest, put);
  if (inside === undefined) delete holder[part];
  else holder[part] = inside;
  return holder;
}
