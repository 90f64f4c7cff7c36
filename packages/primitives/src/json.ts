/** A parsed JSON object: its members may hold anything. */
export type JsonObject = { readonly [name: string]: unknown };

/** A list isn't an object. */
export function isObject(value: unknown): value is JsonObject {
  return isListOrObject(value) && !Array.isArray(value);
}

export function isListOrObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether two JSON values are equal. The order of members doesn't count: PostgreSQL's jsonb has its own. An undefined member
 * counts as absent, as in JSON. Not recursive: a payload may be nested deeper than the stack.
 *
 * @param onPair is called before the members of two lists or objects are compared, with their total number
 */
export function isSameJson(left: unknown, right: unknown, onPair?: (members: number) => void): boolean {
  const waiting: [unknown, unknown][] = [[left, right]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (!isListOrObject(one) || !isListOrObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
    const names = [Object.keys(one), Object.keys(other)].flat();
    onPair?.(names.length);
    for (const name of new Set(names)) waiting.push([own(one, name), own(other, name)]);
  }
  return true;
}

/** Never a member of the prototype: JSON may name one `__proto__` or `constructor`. */
function own(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
}

/** JSON whose members are sorted, so that equal values have equal texts. An undefined member is left out. */
export function stableJson(value: unknown): string {
  if (!isListOrObject(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stableJson(member)}`).join(',')}}`;
}
