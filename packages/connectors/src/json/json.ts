import { isObject, type JsonObject } from '@portage/primitives/json';

export { isObject, type JsonObject };

/** An own member, never one from a prototype. */
export function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textMember(value: unknown, name: string): string | undefined {
  const text = member(value, name);
  return typeof text === 'string' ? text : undefined;
}

export function listMember(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}

/** Own entries of an object member. */
export function listEntries(value: unknown, name: string): [string, unknown][] {
  const object = member(value, name);
  return isObject(object) ? Object.entries(object) : [];
}
