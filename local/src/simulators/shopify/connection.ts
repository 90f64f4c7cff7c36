/** Spec of Relay, as Shopify has it: a page after a cursor, 250 items at most. */
export interface ConnectionArguments {
  first?: number | null;
  after?: string | null;
}

export const MOST_ITEMS = 250;

/** @throws Error in Shopify's words for what cannot be asked */
export function connectionOf<Item extends { id: string }>(items: readonly Item[], { first, after }: ConnectionArguments) {
  if (!first || first < 1) throw new Error('You must provide one of first or last');
  if (first > MOST_ITEMS) throw new Error(`first cannot exceed ${MOST_ITEMS}`);
  const from = after ? items.findIndex(({ id }) => cursorOf(id) === after) + 1 : 0;
  if (after && from === 0) throw new Error(`Invalid cursor: ${after}`);
  const nodes = items.slice(from, from + first);
  const edges = nodes.map((node) => ({ node, cursor: cursorOf(node.id) }));
  return {
    nodes,
    edges,
    pageInfo: {
      hasNextPage: from + first < items.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function cursorOf(id: string): string {
  return Buffer.from(JSON.stringify({ last_id: id })).toString('base64');
}
