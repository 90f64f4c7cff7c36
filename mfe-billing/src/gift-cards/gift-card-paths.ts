const LIST_PATH = '/gift-cards';
/** The query of the list that the person came from: its page and its filters. */
const LIST_QUERY = 'list';

/** @param listQuery the query of the list's address, with its question mark, or empty */
export function giftCardPath(id: string, listQuery: string): string {
  const query = new URLSearchParams(listQuery ? { [LIST_QUERY]: listQuery.replace(/^\?/, '') } : {});
  return `${LIST_PATH}/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`;
}

/** The list as the person left it. @param query the query of a card's address */
export function buildListPath(query: URLSearchParams): string {
  const listQuery = new URLSearchParams(query.get(LIST_QUERY) ?? '');
  return listQuery.size > 0 ? `${LIST_PATH}?${listQuery}` : LIST_PATH;
}
