/** Relay's paging as Shopify has it: a page after a cursor, 250 items at most. */
export interface ConnectionArguments {
  first?: number | null;
  after?: string | null;
}

export const MOST_ITEMS = 250;

/** @param view applied only to the page's items: lists may be long. @throws Error in Shopify's words for an invalid request */
export function buildConnection<Item extends { id: string }, View>(
  items: readonly Item[],
  { first, after }: ConnectionArguments,
  view: (item: Item) => View,
) {
  if (!first || first < 1) throw new Error('You must provide one of first or last');
  if (first > MOST_ITEMS) throw new Error(`first cannot exceed ${MOST_ITEMS}`);
  const from = after ? findIndexAfter(items, after) : 0;
  const page = items.slice(from, from + first);
  const edges = page.map((item, index) => ({ node: view(item), cursor: encodeCursor(from + index, item.id) }));
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: from + first < items.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function encodeCursor(index: number, id: string): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_index: index })).toString('base64');
}

/** Looks for the record at its old position first, then everywhere if others have moved. */
function findIndexAfter(items: readonly { id: string }[], cursor: string): number {
  let read: { last_id?: unknown; last_index?: unknown } = {};
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as typeof read;
  } catch {
    // An unreadable cursor is refused below.
  }
  const { last_id, last_index } = read;
  if (typeof last_id !== 'string' || typeof last_index !== 'number') throw new Error(`Invalid cursor: ${cursor}`);
  if (items[last_index]?.id === last_id) return last_index + 1;
  const found = items.findIndex(({ id }) => id === last_id);
  return found >= 0 ? found + 1 : last_index;
}
