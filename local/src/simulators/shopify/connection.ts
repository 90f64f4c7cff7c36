import { encodeCursor, findIndexAfter } from '../page-of.ts';

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
  if (from === null) throw new Error(`Invalid cursor: ${after}`);
  const page = items.slice(from, from + first);
  const edges = page.map((item, index) => ({ node: view(item), cursor: encodeCursor({ key: String(from + index), id: item.id }) }));
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
