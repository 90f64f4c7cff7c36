/** A position in a list sorted by a key: after the record with this key and id. */
export interface ListPosition {
  key: string;
  id: string;
}

export interface Ordered<Item> {
  all(): readonly Item[];
  from(bound: string): readonly Item[];
}

interface PageQuestion<Item> {
  ordered: Ordered<Item>;
  placeOf(item: Item): ListPosition;
  /** The position to start after; null: from the first record. */
  after: ListPosition | null;
  /** Earlier keys are left out. */
  since?: string | null;
  matches?(item: Item): boolean;
  size: number;
}

/** One page of a sorted list, without reading what comes before it. */
export function pageAfter<Item>({ ordered, placeOf, after, since = null, matches = () => true, size }: PageQuestion<Item>) {
  const items = after ? ordered.from(after.key) : since ? ordered.from(since) : ordered.all();
  const known = after ? items.findIndex((item) => placeOf(item).key !== after.key || placeOf(item).id === after.id) : -1;
  const isThere = known >= 0 && placeOf(items[known] as Item).id === after?.id;
  const page: Item[] = [];
  let hasMore = false;
  for (let index = after && isThere ? known + 1 : 0; index < items.length; index += 1) {
    const item = items[index] as Item;
    if (!matches(item)) continue;
    if (page.length === size) {
      hasMore = true;
      break;
    }
    page.push(item);
  }
  const last = page.at(-1);
  return { page, next: hasMore && last ? placeOf(last) : null };
}

export function encodeCursor(place: ListPosition): string {
  return Buffer.from(JSON.stringify([place.key, place.id])).toString('base64url');
}

/** @returns null if it isn't a cursor */
export function decodeCursor(cursor: string): ListPosition | null {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    return typeof key === 'string' && typeof id === 'string' ? { key, id } : null;
  } catch {
    return null;
  }
}

/** The index after the record that a cursor names; its key is the record's former index. Null: it isn't a cursor. */
export function findIndexAfter(items: readonly { id: string }[], cursor: string): number | null {
  const position = decodeCursor(cursor);
  const index = Number(position?.key);
  if (!position || !Number.isInteger(index)) return null;
  const found = items[index]?.id === position.id ? index : items.findIndex(({ id }) => id === position.id);
  return found >= 0 ? found + 1 : index;
}
