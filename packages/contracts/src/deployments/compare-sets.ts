/** What people get of one area or Worker. */
export interface SetPart {
  name: string;
  live: string;
  canary: { version: string; percent: number } | null;
}

export interface SetChange {
  name: string;
  /** `null`: it wasn't deployed yet. */
  from: SetPart | null;
  to: SetPart | null;
}

/** The parts that differ between two sets, in the order of their names. */
export function compareSets(from: readonly SetPart[], to: readonly SetPart[]): SetChange[] {
  const names = [...new Set([...from, ...to].map(({ name }) => name))].sort();
  const find = (parts: readonly SetPart[], name: string) => parts.find((part) => part.name === name) ?? null;
  return names
    .map((name) => ({ name, from: find(from, name), to: find(to, name) }))
    .filter((change) => describeSetPart(change.from) !== describeSetPart(change.to));
}

/** `4be1c0 (canary 77aa01 for 10 %)`. */
export function describeSetPart(part: SetPart | null): string {
  if (!part) return 'not deployed';
  return part.canary ? `${part.live} (canary ${part.canary.version} for ${part.canary.percent} %)` : part.live;
}
