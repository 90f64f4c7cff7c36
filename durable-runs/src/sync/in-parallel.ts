/** Works on a list with so many tasks at a time; the first failure ends it once those under way are over. */
export async function inParallel<Item>(list: readonly Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = list.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, list.length) }, one));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
