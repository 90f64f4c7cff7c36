/**
 * Works on a list with at most `most` tasks at a time. The others are finished even if one fails.
 *
 * @returns the results, in the order of the list
 * @throws the first error, when no task is left
 */
export async function inParallel<Item, Result>(
  list: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = list.entries();
  const workThroughRest = async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, list.length) }, workThroughRest));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
