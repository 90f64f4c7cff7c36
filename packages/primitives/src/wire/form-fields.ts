/**
 * The fields of a form as an object. A name that comes several times becomes a list of its values, and so does a name that ends with
 * `[]`, however many values it has: whoever ticks one box sends a list of one.
 * One list grows in place: copied at each repetition, a megabyte of one repeated name would hold the Worker for minutes.
 */
export function formFields<Value extends string | object>(entries: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const lists = new Map<string, [Value, ...Value[]]>();
  for (const [name, value] of entries) {
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  // Own properties whatever the name, `__proto__` too.
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 && !name.endsWith('[]') ? list[0] : list]));
}
