/** What identifies a record in both systems, and what must be the same there. */
export type ComparedRecord = readonly [key: unknown, content: unknown];

/** Compares records of two systems. @returns a line for each record that is missing, duplicated or different */
export function differences(what: string, wanted: readonly ComparedRecord[], found: readonly ComparedRecord[]): string[] {
  const byKey = new Map<string, unknown[]>();
  for (const [key, content] of found) byKey.set(String(key), [...(byKey.get(String(key)) ?? []), content]);
  return wanted.flatMap(([key, content]) => {
    const there = byKey.get(String(key)) ?? [];
    if (there.length !== 1) return [`${what} ${key} is there ${there.length} times`];
    const [is, should] = [JSON.stringify(there[0]), JSON.stringify(content)];
    return is === should ? [] : [`${what} ${key} is ${is}, not ${should}`];
  });
}
