/**
 * The fields of a form as an object. A repeated name becomes a list of its values, and so does a name that ends with `[]`, however
 * many values it has: a person who ticks one box sends a list of one.
 * The list grows in place: copied for each repetition, a megabyte of one repeated name would block the Worker for minutes.
 */
export function formFields<Value extends string | object>(entries: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const lists = new Map<string, [Value, ...Value[]]>();
  for (const [name, value] of entries) {
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  // Own properties whatever the name, including `__proto__`.
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 && !name.endsWith('[]') ? list[0] : list]));
}
