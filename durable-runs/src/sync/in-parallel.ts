/** Works on a list with `most` tasks at a time. The first failure ends it once the running tasks are done. */
export async function inParallel<Item>(list: readonly Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = list.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, list.length) }, one));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
