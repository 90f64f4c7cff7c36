import { createHash } from 'node:crypto';
import { findSqlState, UNIQUE_VIOLATION } from '@portage/database';

const LONGEST_KEY = 200;

/**
 * Makes the same ids for a call that is repeated with the same `Idempotency-Key`, because its first response was lost: the second row with
 * such an id is refused, so nothing is created twice.
 *
 * @returns null without a key
 */
export function repeatableIds({ headers, method, url }: Request, userId: string): (() => string) | null {
  const key = headers.get('idempotency-key');
  if (method !== 'POST' || !key || key.length > LONGEST_KEY) return null;
  let count = 0;
  return () => {
    count += 1;
    const hash = createHash('sha256')
      .update(JSON.stringify([userId, new URL(url).pathname, key, count]))
      .digest('hex');
    return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  };
}

/** Creates something whose id may be repeatable. @param find what the first call created with this id */
export async function createOnce<Row>(create: () => Promise<Row>, find: () => Promise<Row | null>): Promise<Row> {
  try {
    return await create();
  } catch (error) {
    const existing = findSqlState(error) === UNIQUE_VIOLATION ? await find() : null;
    if (existing === null) throw error;
    return existing;
  }
}
