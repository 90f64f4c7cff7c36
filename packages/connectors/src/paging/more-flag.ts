import { PagingError } from './paging-error.ts';

const YES = /^(true|yes|y)$/i;
const NO = /^(false|no|n)$/i;

/**
 * Whether a response says that there are more pages: a flag, its text, or the number of items left; null if it doesn't say.
 *
 * @throws PagingError for any other value: then neither the end nor another page is certain
 */
export function saysMore(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null;
  if (text === '') return null;
  if (text !== null && Number.isFinite(Number(text))) return Number(text) > 0;
  if (text !== null && YES.test(text)) return true;
  if (text !== null && NO.test(text)) return false;
  throw new PagingError('The response says neither yes nor no about further pages, so the list can’t be read to its end.');
}
