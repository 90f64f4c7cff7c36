/** Asks about several items in one call. Items that arrive during a call share the next one. */
export function askTogether<Item, Reply>(ask: (items: readonly Item[]) => Promise<Reply>): (item: Item) => Promise<Reply> {
  let waiting: Item[] = [];
  let next: Promise<Reply> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const askNext = () => {
    const items = waiting;
    waiting = [];
    next = null;
    const reply = ask(items);
    underWay = reply.catch(() => undefined);
    return reply;
  };
  return (item) => {
    waiting.push(item);
    next ??= underWay.then(askNext);
    return next;
  };
}
