import { type HeaderSource, headerReader } from '../headers/header-reader.ts';
import type { ExtractedOperation, Paging } from '../openapi/extracted.ts';
import { isObject } from '../openapi/json.ts';
import { type RequestValues, valueAt, withValue } from '../requests/request-values.ts';
import { formatPath } from '../schema/parameter-path.ts';
import { nextLink } from './link-header.ts';

/** A page that was asked for. */
export interface AskedPage {
  values: RequestValues;
  /** Where it was asked for. */
  url: string;
}

/** The answer. */
export interface PageAnswer {
  headers: HeaderSource;
  /** Parsed JSON. */
  body: unknown;
}

/** How to ask for the next page: the same operation with other values, or the same request at another URL. */
export type NextPage = { kind: 'values'; values: RequestValues } | { kind: 'url'; url: string };

/** A page that must not be asked for. */
export class PagingError extends Error {
  override name = 'PagingError';
  readonly code = 'paging-invalid';
  readonly retryable = false;
}

/** The items of a page; an empty list where the answer has none. */
export function itemsOfPage({ paging }: ExtractedOperation, body: unknown): readonly unknown[] {
  const items = paging ? valueAt(body, paging.itemsPath) : body;
  return Array.isArray(items) ? items : [];
}

/**
 * What to ask for after a page (CHECKLIST ENG-16); null after the last one. Reads nothing but what it is given.
 *
 * @throws PagingError when the answer names a next page on another host: no credentials go there (HOSTILE 22).
 */
export function nextPage(operation: ExtractedOperation, asked: AskedPage, answer: PageAnswer): NextPage | null {
  const { paging } = operation;
  if (!paging) return null;
  switch (paging.style) {
    case 'page':
      return isLast(operation, paging, asked, answer) ? null : stepped(paging.parameter, asked.values, paging.firstPage, 1);
    case 'offset': {
      const count = itemsOfPage(operation, answer.body).length;
      if (isLast(operation, paging, asked, answer)) return null;
      if (paging.inText) return steppedInText(operation, paging.parameter, asked.values, paging.inText, count);
      return stepped(paging.parameter, asked.values, paging.firstOffset, count);
    }
    case 'cursor':
      return nextCursor(operation, paging, asked, answer);
    case 'link':
      return nextUrl(asked, nextLink(headerReader(answer.headers)('link')));
    case 'nextUrl':
      return nextUrl(asked, valueAt(answer.body, paging.responsePath));
    default:
      return paging satisfies never;
  }
}

/** The page size that brings the items with the fewest calls, where the values do not say one already. */
export function withPageSize({ paging }: ExtractedOperation, values: RequestValues, wantedItems: number): RequestValues {
  if (!paging?.sizeParameter || paging.maxSize === undefined || valueAt(values, paging.sizeParameter) !== undefined) return values;
  return withValue(values, paging.sizeParameter, Math.max(1, Math.min(paging.maxSize, Math.trunc(wantedItems))));
}

/** An empty page is the last one; so is one with fewer items than requested, if that page size is allowed. */
function isLast(operation: ExtractedOperation, paging: Paging, { values }: AskedPage, { body }: PageAnswer): boolean {
  const count = itemsOfPage(operation, body).length;
  if (count === 0) return true;
  const size = paging.sizeParameter === undefined ? Number.NaN : Number(valueAt(values, paging.sizeParameter) ?? Number.NaN);
  return paging.maxSize !== undefined && size <= paging.maxSize && count < size;
}

function stepped(parameter: string, values: RequestValues, first: number, step: number): NextPage {
  const written = valueAt(values, parameter);
  const current = written === undefined || written === null || written === '' ? first : Number(written);
  return { kind: 'values', values: withValue(values, parameter, (Number.isFinite(current) ? current : first) + step) };
}

/** For a query that is the document's own. A query without a start position is for one page. */
function steppedInText(
  { parameters }: ExtractedOperation,
  parameter: string,
  values: RequestValues,
  word: string,
  step: number,
): NextPage | null {
  const usual = parameters.find(({ place, name }) => formatPath([place, name]) === parameter)?.schema;
  const text = String(valueAt(values, parameter) ?? (isObject(usual) ? usual.default : undefined) ?? '');
  const place = new RegExp(`(\\b${word}\\s+)(\\d{1,9})\\b(?!.*\\b${word}\\s)`, 'is');
  if (!/^\w+$/.test(word) || !place.test(text)) return null;
  const next = text.replace(place, (_, before: string, current: string) => before + (Number(current) + step));
  return { kind: 'values', values: withValue(values, parameter, next) };
}

function nextCursor(
  operation: ExtractedOperation,
  { parameter, responsePath, fromLastItem, hasMorePath }: Extract<Paging, { style: 'cursor' }>,
  { values }: AskedPage,
  { body }: PageAnswer,
): NextPage | null {
  if (hasMorePath !== undefined && valueAt(body, hasMorePath) === false) return null;
  const last = itemsOfPage(operation, body).at(-1);
  const cursor = responsePath !== undefined ? valueAt(body, responsePath) : isObject(last) ? valueAt(last, fromLastItem ?? '') : undefined;
  if ((typeof cursor !== 'string' && typeof cursor !== 'number') || cursor === '') return null;
  // The same cursor again would never end.
  if (String(valueAt(values, parameter) ?? '') === String(cursor)) return null;
  return { kind: 'values', values: withValue(values, parameter, cursor) };
}

function nextUrl({ url }: AskedPage, written: unknown): NextPage | null {
  if (typeof written !== 'string' || written.trim() === '') return null;
  if (!URL.canParse(written, url)) throw new PagingError('The answer names a next page that is no URL.');
  const next = new URL(written, url);
  const current = new URL(url);
  // Servers behind a proxy often write http into links although they are called by https.
  if (next.protocol === 'http:' && current.protocol === 'https:' && next.host === current.host) next.protocol = 'https:';
  if (next.origin !== current.origin || next.username || next.password) {
    throw new PagingError(`The answer names a next page at ${next.host}; only ${current.host} may be asked.`);
  }
  next.hash = '';
  return next.href === current.href ? null : { kind: 'url', url: next.href };
}
