import type { ExtractedOperation, Paging } from '@portage/connectors/openapi';
import { type RequestValues, valueAt } from '@portage/connectors/requests';
import { parsePath } from '@portage/connectors/schema';
import { isObject } from '@portage/primitives/json';
import type { StoredRecord } from './kept-records.ts';
import { withValueIn } from './record-places.ts';

/** Page size if neither the call nor the document sets one. */
const USUAL_SIZE = 20;
/** Our own parameter for systems that give the next page by its address. */
const NEXT_PARAMETER = 'portage_after';

export interface RecordsPage {
  records: readonly StoredRecord[];
  totalCount: number;
  /** The first record of the page, counted from 0. */
  from: number;
  size: number;
  hasMore: boolean;
}

/** The page that the call asks for; null: the call's marker for the next page is invalid. */
export function pickPage(
  records: readonly StoredRecord[],
  { paging, parameters }: ExtractedOperation,
  values: RequestValues,
  url: URL,
): RecordsPage | null {
  const whole = { records, totalCount: records.length, from: 0, size: records.length, hasMore: false };
  if (!paging) return whole;
  const size = computePageSize(paging, parameters, values);
  const from = resolveStart(records, paging, values, url, size);
  if (from === null) return null;
  const page = records.slice(from, from + size);
  return { records: page, totalCount: records.length, from, size, hasMore: from + page.length < records.length };
}

function computePageSize({ sizeParameter, maxSize }: Paging, parameters: ExtractedOperation['parameters'], values: RequestValues): number {
  const [, name] = sizeParameter === undefined ? [] : (parsePath(sizeParameter) ?? []);
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  const usual = isObject(schema) && typeof schema.default === 'number' ? schema.default : USUAL_SIZE;
  const wanted = sizeParameter === undefined ? Number.NaN : Number(valueAt(values, sizeParameter));
  return Math.max(1, Math.min(Number.isFinite(wanted) && wanted > 0 ? Math.trunc(wanted) : usual, maxSize ?? 1_000));
}

function resolveStart(records: readonly StoredRecord[], paging: Paging, values: RequestValues, url: URL, size: number): number | null {
  const given = 'parameter' in paging ? valueAt(values, paging.parameter) : undefined;
  const number = Number(given);
  switch (paging.style) {
    case 'page':
      return given === undefined || !Number.isFinite(number) ? 0 : Math.max(0, number - paging.firstPage) * size;
    case 'offset': {
      if (paging.inText)
        return Math.max(
          0,
          Number(new RegExp(`\\b${paging.inText}\\s+(\\d+)`, 'i').exec(String(given))?.[1] ?? paging.firstOffset) - paging.firstOffset,
        );
      return given === undefined || !Number.isFinite(number) ? 0 : Math.max(0, number - paging.firstOffset);
    }
    case 'cursor': {
      if (given === undefined || given === '' || given === null) return 0;
      const name = paging.responsePath === undefined ? (paging.fromLastItem ?? 'id') : null;
      const place = records.findIndex(({ key, value }) => (name === null ? key : String(value[name])) === String(given));
      return place < 0 ? null : place + 1;
    }
    case 'link':
    case 'nextUrl': {
      const after = url.searchParams.get(NEXT_PARAMETER);
      if (after === null) return 0;
      const place = records.findIndex(({ key }) => key === after);
      return place < 0 ? null : place + 1;
    }
    default:
      return paging satisfies never;
  }
}

const TOTAL = /^(total|total_?(count|items|results?|records|size|elements|entries)|count|result_?count)$/i;
const HAS_MORE = /^(has_?more|has_?next(_?page)?|more)$/i;

const NEXT = /^next(_?(page|page_?token|token|cursor|url|link|uri|href|page_?url|page_?uri))?$|^(end_?cursor|cursor|after)$/i;
const PREVIOUS = /^prev(ious)?(_?(page|page_?token|token|cursor|url|link|uri|href))?$|^before$/i;

/** A response with the page's totals and its mark for the next page. @param answer is ours, and is changed */
export function markPage(
  answer: unknown,
  { paging }: ExtractedOperation,
  page: RecordsPage,
  listPath: readonly (string | number)[],
  url: URL,
): { body: unknown; headers: Record<string, string> } {
  for (const holder of collectHolders(answer, listPath)) {
    for (const name of Object.keys(holder)) {
      // An example's marks for other pages lead nowhere here.
      if (PREVIOUS.test(name) || (!(page.hasMore && paging) && NEXT.test(name))) delete holder[name];
      if (TOTAL.test(name) && typeof holder[name] === 'number') holder[name] = page.totalCount;
      if (HAS_MORE.test(name) && typeof holder[name] === 'boolean') holder[name] = page.hasMore;
      if (/^(limit|per_?page|page_?size|size)$/i.test(name) && typeof holder[name] === 'number') holder[name] = page.size;
      if (/^offset$/i.test(name) && typeof holder[name] === 'number') holder[name] = page.from;
    }
  }
  if (!paging) return { body: answer, headers: {} };
  const last = page.records.at(-1);
  const next = page.hasMore && last ? last.key : null;
  const nextUrl = next === null ? null : withParameter(url, next);
  const marks: [path: string | undefined, value: unknown][] = [
    [paging.hasMorePath, page.hasMore],
    ['totalPath' in paging ? paging.totalPath : undefined, page.totalCount],
    ['responsePath' in paging ? paging.responsePath : undefined, paging.style === 'cursor' ? next : nextUrl],
  ];
  const body = marks.reduce((marked, [path, value]) => {
    const parts = parsePath(path ?? '');
    return parts && parts.length > 0 ? withValueIn(marked, parts, value ?? undefined) : marked;
  }, answer);
  return { body, headers: paging.style === 'link' && nextUrl !== null ? { link: `<${nextUrl}>; rel="next"` } : {} };
}

/** The objects around a list: any of them, or one next to it, may contain the totals. */
function collectHolders(answer: unknown, listPath: readonly (string | number)[]): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let value = answer;
  for (const part of listPath) {
    if (!isObject(value)) break;
    found.push(value, ...Object.entries(value).flatMap(([name, inner]) => (name !== part && isObject(inner) ? [inner] : [])));
    value = value[part];
  }
  return found;
}

function withParameter(url: URL, after: string): string {
  const next = new URL(url);
  next.searchParams.set(NEXT_PARAMETER, after);
  return next.href;
}
