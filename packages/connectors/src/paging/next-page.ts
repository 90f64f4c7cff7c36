import type { JsonObject } from '@portage/primitives/json';
import { formatPath } from '@portage/primitives/paths';
import type { ExtractedOperation, Paging } from '../extracted/extracted.ts';
import { type HeaderSource, headerReader } from '../headers/header-reader.ts';
import { isObject } from '../json/json.ts';
import { type RequestValues, valueAt, withValue } from '../requests/request-values.ts';
import { nextLink } from './link-header.ts';
import { saysMore } from './more-flag.ts';
import { NEW_TRAIL, type PageTrail, requireEntries, withNext, withoutRepetition, withPage } from './page-trail.ts';
import { PagingError } from './paging-error.ts';
import type { Page } from './read-page.ts';

type NumberedPaging = Extract<Paging, { style: 'page' | 'offset' }>;

export interface AskedPage {
  values: RequestValues;
  url: string;
  /** From the previous page's `NextPage`. Absent for the first page. */
  trail?: PageTrail | undefined;
}

export interface PageResponse {
  headers: HeaderSource;
  /** Parsed JSON. */
  body: unknown;
  /** What `readPage` found in the response. */
  page: Pick<Page, 'entries'>;
}

/** How to request the next page: the same operation with other values, or the same request at another URL. */
export type NextPage = ({ kind: 'values'; values: RequestValues } | { kind: 'url'; url: string }) & { trail: PageTrail };

type NextPosition = Omit<Extract<NextPage, { kind: 'values' }>, 'trail'> | Omit<Extract<NextPage, { kind: 'url' }>, 'trail'>;

/**
 * How to request the next page (spec ENG-16); null after the last one. Depends only on its arguments.
 *
 * @throws PagingError if the response names a next page on another host, because no credentials go there (HOSTILE 22), or if
 * neither the end nor the next page is certain
 */
export function nextPage(operation: ExtractedOperation, asked: AskedPage, response: PageResponse): NextPage | null {
  const { paging } = operation;
  if (!paging) return null;
  const { entries } = response.page;
  const trail = withPage(asked.trail ?? NEW_TRAIL, entries);
  const hasMore = paging.hasMorePath === undefined ? null : saysMore(valueAt(response.body, paging.hasMorePath));
  if (hasMore === false) return null;
  const place = findNextPosition(operation, paging, asked, response, { trail, hasMore });
  if (place === null) {
    if (hasMore === true) throw new PagingError('The response says that more follows, but doesn’t say where.');
    if (entries.length === 0 && (paging.style === 'page' || paging.style === 'offset')) requireEnd(paging, asked, response.body, trail);
    return null;
  }
  requireEntries(trail);
  const changed = withoutRepetition(trail, entries);
  if (paging.style === 'page' || paging.style === 'offset') return { ...place, trail: changed };
  const named = place.kind === 'url' ? place.url : paging.style === 'cursor' ? String(valueAt(place.values, paging.parameter)) : '';
  return { ...place, trail: withNext(changed, named) };
}

interface ReadSoFar {
  trail: PageTrail;
  hasMore: boolean | null;
}

function findNextPosition(
  operation: ExtractedOperation,
  paging: Paging,
  asked: AskedPage,
  { headers, body, page: { entries } }: PageResponse,
  { trail, hasMore }: ReadSoFar,
): NextPosition | null {
  switch (paging.style) {
    case 'page':
      if (hasMore === null && isLast(paging, asked, body, entries, trail)) return null;
      return stepped(paging.parameter, asked.values, paging.firstPage, 1);
    case 'offset':
      if (entries.length === 0 || (hasMore === null && isLast(paging, asked, body, entries, trail))) return null;
      if (paging.inText) return steppedInText(operation, paging.parameter, asked.values, paging.inText, entries.length);
      return stepped(paging.parameter, asked.values, paging.firstOffset, entries.length);
    case 'cursor':
      return afterCursor(paging, asked, body, entries, hasMore);
    case 'link':
      return afterUrl(asked, nextLink(headerReader(headers)('link')), entries);
    case 'nextUrl':
      return afterUrl(asked, valueAt(body, paging.responsePath), entries);
    default:
      return paging satisfies never;
  }
}

/** Sets the page size that needs the fewest calls, unless the values already set one. */
export function withPageSize({ paging }: ExtractedOperation, values: RequestValues, wantedItems: number): RequestValues {
  if (!paging?.sizeParameter || paging.maxSize === undefined || valueAt(values, paging.sizeParameter) !== undefined) return values;
  return withValue(values, paging.sizeParameter, Math.max(1, Math.min(paging.maxSize, Math.trunc(wantedItems))));
}

/**
 * Whether a page is the last one. An empty page is. A page with fewer entries than requested is the last one only if the document
 * says so, or if it reaches the total in the response: systems also omit what a person may not see, and fill the next page.
 */
function isLast(paging: NumberedPaging, { values }: AskedPage, body: unknown, entries: readonly unknown[], trail: PageTrail): boolean {
  if (entries.length === 0) return true;
  const size = sizeIn(paging, values);
  const isAllowed = paging.maxSize !== undefined && size <= paging.maxSize;
  if (!isAllowed || entries.length >= size) return false;
  if (paging.shortPageIsLast) return true;
  return trail.entries >= totalIn(paging, body);
}

/** @throws PagingError for an empty page at a position that is before the total in the response */
function requireEnd(paging: NumberedPaging, { values }: AskedPage, body: unknown, { largest }: PageTrail): void {
  if (paging.style === 'offset' && paging.inText) return;
  const first = paging.style === 'page' ? paging.firstPage : paging.firstOffset;
  const stepsBefore = positionIn(paging.parameter, values, first) - first;
  // If nobody chose the size of a page, the largest page so far shows it.
  const size = paging.style === 'offset' ? 1 : sizeIn(paging, values) || largest || Number.NaN;
  const entriesBefore = stepsBefore === 0 ? 0 : stepsBefore * size;
  const total = totalIn(paging, body);
  if (entriesBefore < total) {
    throw new PagingError(`The response has no entries after the first ${entriesBefore}, but says that there are ${total} in total.`);
  }
}

function sizeIn({ sizeParameter }: NumberedPaging, values: RequestValues): number {
  return sizeParameter === undefined ? Number.NaN : Number(valueAt(values, sizeParameter) ?? Number.NaN);
}

function totalIn({ totalPath }: NumberedPaging, body: unknown): number {
  return totalPath === undefined ? Number.NaN : Number(valueAt(body, totalPath) ?? Number.NaN);
}

function positionIn(parameter: string, values: RequestValues, first: number): number {
  const written = valueAt(values, parameter);
  const position = written === undefined || written === null || written === '' ? first : Number(written);
  return Number.isFinite(position) ? position : first;
}

function stepped(parameter: string, values: RequestValues, first: number, step: number): NextPosition {
  return { kind: 'values', values: withValue(values, parameter, positionIn(parameter, values, first) + step) };
}

/** Steps the start position in a query text, which may be the document's default. A query without a start position is for one page. */
function steppedInText(
  { parameters }: ExtractedOperation,
  parameter: string,
  values: RequestValues,
  word: string,
  step: number,
): NextPosition | null {
  const usual = parameters.find(({ place, name }) => formatPath([place, name]) === parameter)?.schema;
  const text = String(valueAt(values, parameter) ?? (isObject(usual) ? usual.default : undefined) ?? '');
  const place = new RegExp(`(\\b${word}\\s+)(\\d{1,9})\\b(?!.*\\b${word}\\s)`, 'is');
  if (!/^\w+$/.test(word) || !place.test(text)) return null;
  const next = text.replace(place, (_, before: string, current: string) => before + (Number(current) + step));
  return { kind: 'values', values: withValue(values, parameter, next) };
}

function afterCursor(
  { parameter, responsePath, fromLastItem }: Extract<Paging, { style: 'cursor' }>,
  { values }: AskedPage,
  body: unknown,
  entries: readonly unknown[],
  hasMore: boolean | null,
): NextPosition | null {
  if (responsePath === undefined && entries.length === 0) return null;
  const cursor = responsePath === undefined ? valueAt(entries.at(-1), fromLastItem ?? '') : valueAt(body, responsePath);
  if (responsePath !== undefined && isNoCursor(cursor)) return null;
  if ((typeof cursor !== 'string' && typeof cursor !== 'number') || cursor === '') {
    const where = responsePath ?? `${fromLastItem} of the last item`;
    throw new PagingError(`The cursor at “${where}” is neither a text nor a number, so the next page can’t be asked for.`);
  }
  // The same cursor again would never end. Some systems return it with their last, empty page.
  if (String(valueAt(values, parameter) ?? '') === String(cursor)) return sameAgain(entries, hasMore);
  return { kind: 'values', values: withValue(values, parameter, cursor) };
}

/** Whether it means that there is no next page: absent, or 0, which would be the beginning again. */
function isNoCursor(cursor: unknown): boolean {
  return cursor === undefined || cursor === null || cursor === false || (typeof cursor !== 'object' && /^0?$/.test(String(cursor).trim()));
}

function afterUrl({ url }: AskedPage, named: unknown, entries: readonly unknown[]): NextPosition | null {
  const written = getLinkUrl(Array.isArray(named) && named.every(isLink) ? named.find(isNextLink) : named);
  if (written === undefined || written === null || written === false || (typeof written === 'string' && written.trim() === '')) return null;
  if (typeof written !== 'string' || !URL.canParse(written, url)) {
    throw new PagingError('The response names a next page that isn’t a URL.');
  }
  const next = new URL(written, url);
  const current = new URL(url);
  // Servers behind a proxy often use http in links although they are called over https.
  if (next.protocol === 'http:' && current.protocol === 'https:' && next.host === current.host) next.protocol = 'https:';
  if (next.origin !== current.origin || next.username || next.password) {
    throw new PagingError(`The response names a next page at ${next.host}; only ${current.host} may be called.`);
  }
  next.hash = '';
  return next.href === current.href ? sameAgain(entries, null) : { kind: 'url', url: next.href };
}

/** An item in a list of links, as in FHIR: `[{ rel: 'next', href: '…' }]`. */
function isLink(link: unknown): link is JsonObject {
  return isObject(link) && ('rel' in link || 'relation' in link);
}

function isNextLink(link: JsonObject): boolean {
  const relations = [link.rel ?? link.relation].flat().join(' ');
  return relations.toLowerCase().split(/\s+/).includes('next');
}

function getLinkUrl(link: unknown): unknown {
  if (!isObject(link)) return link;
  return 'href' in link ? link.href : 'url' in link ? link.url : link;
}

function sameAgain(entries: readonly unknown[], hasMore: boolean | null): null {
  if (entries.length === 0 && hasMore !== true) return null;
  throw new PagingError('The system named the page that has just been fetched as the next page.');
}
