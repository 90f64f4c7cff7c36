const BATCH = 20;

/** @param instants ISO 8601 times of events that shouldn't occur */
export function summarizeInstants(instants: readonly string[], isMore: boolean) {
  const oldest = instants.toSorted()[0];
  return { count: instants.length, isMore, oldest: oldest === undefined ? null : new Date(oldest).toISOString() };
}

/** A few at a time: asking wakes objects that were asleep. */
export async function inBatches<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(ask))));
  return results;
}
