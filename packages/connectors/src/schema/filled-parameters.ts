import type { SchemaNode } from './schema-node.ts';

/** What a connection adds to every call: keys, a site's id. */
export interface ConnectionKey {
  in: string;
  name: string;
}

/** Header names for the key that makes a repeated call count once. A step fills it in. */
const KEY_HEADERS = /^(x-)?([a-z]+-)?idempotency-?key$/i;

export function isIdempotencyHeader(name: string): boolean {
  return KEY_HEADERS.test(name);
}

/** Whether a connection sets a parameter's value, whatever the document says about it. */
export function isConnectionKey(keys: readonly ConnectionKey[], place: string, name: string): boolean {
  return keys.some((key) => key.in === place && (place === 'header' ? key.name.toLowerCase() === name.toLowerCase() : key.name === name));
}

/** The input of an operation, without the values that the connection adds and without the idempotency key. */
export function withoutFilled(root: SchemaNode, keys: readonly ConnectionKey[]): SchemaNode {
  const groups = (root.properties ?? []).flatMap((group): SchemaNode[] => {
    if (group.name === 'body') return [group];
    const left = (group.properties ?? []).filter(({ name }) => !isConnectionKey(keys, group.name, name));
    const properties = left.map((one) => (group.name === 'header' && isIdempotencyHeader(one.name) ? { ...one, isRequired: false } : one));
    return properties.length > 0 ? [{ ...group, properties }] : [];
  });
  return { ...root, properties: groups };
}
