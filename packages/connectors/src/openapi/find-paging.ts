import { formatPath } from '@portage/primitives/paths';
import type { ExtractedOperation, ExtractedParameter, ExtractedResponse, Paging } from '../extracted/extracted.ts';
import { flatSchema } from '../extracted/flat-schema.ts';
import { resolveType } from '../extracted/schema-type.ts';
import { operationKey } from '../extracted/units.ts';
import { isObject, member, textMember } from '../json/json.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { readPaging } from './read-paging.ts';
import { type FieldBudget, type ResponseFields, responseFields } from './response-fields.ts';

const prefixed = (names: string) => new RegExp(`^(?:.*[._[])?\\$?(?:${names})\\]?$`, 'i');
const CURSOR = prefixed('cursor|after|page_?token|next_?page_?token|next_?token|pagination_?token|page_?info|continuation_?token|bookmark');
const AFTER_ITEM = /^(starting_after|since_id)$/i;
const OFFSET = prefixed('offset|skip|start|start_?index|start_?at|first_?result');
const PAGE = prefixed('page|page_?number|page_?num|page_?no|page_?index');
const SIZE = prefixed('limit|page_?size|per_?page|count|top|max_?results|max_?results_?per_?page|size|results_?per_?page');

const NEXT_URL =
  /(^|\.)(next_page_uri|next_page_url|next_url|nextPageUrl|nextUrl|nextRecordsUrl|nextLink|next\.href)$|\["@(?:odata\.)?nextLink"\]$/;
const NEXT_LINK = /(^|\.)_?links\.next$/;
const NEXT_CURSOR =
  /(^|\.)(next_cursor|nextCursor|next_page_token|nextPageToken|nextToken|NextToken|paginationToken|next_token|paging\.next\.after|endCursor|cursors\.after|end_cursor|continuation_token|continuationToken|next_page_info)$/;
const NEXT_PLAIN = /(^|\.)(next|cursor|after|offset)$/;
const HAS_MORE = /(^|\.)(has_more|hasMore|has_next_page|hasNextPage)$/;

/**
 * How an operation pages (spec STEP-47, STEP-107): from `x-paging`, otherwise from the names of its parameters and response
 * fields. It needs a list and a way to request more. An `x-paging` without the list's path uses the path found in the response
 * schema.
 *
 * @param written `x-paging` of the operation; `false` says that it doesn't page.
 * @param budget shared by all operations of a document: a malicious document's responses may all be the same huge schema.
 */
export function findPaging(source: SchemaSource, operation: ExtractedOperation, written: unknown, budget: FieldBudget): Paging | null {
  if (written === false) return null;
  const response = operation.responses.find(({ schema }) => schema !== undefined);
  if (isObject(written)) {
    const paging = readPaging(written);
    if (!paging || !response || textMember(written, 'itemsPath') !== undefined) return paging;
    return { ...paging, itemsPath: findResponseFields(source, operation, response, budget).itemsPath ?? '' };
  }
  if (operation.method !== 'GET' || !response) return null;
  const fields = findResponseFields(source, operation, response, budget);
  if (fields.itemsPath === null) return null;
  const query = operation.parameters.filter((parameter) => parameter.place === 'query');
  const size = query.find(({ name }) => SIZE.test(name));
  const maximum = Number(member(size?.schema, 'maximum'));
  const common = {
    itemsPath: fields.itemsPath,
    ...(size ? { sizeParameter: formatPath(['query', size.name]) } : {}),
    ...(maximum > 0 ? { maxSize: maximum } : {}),
  };
  return byFields(source, query, fields, response, common);
}

function findResponseFields(
  source: SchemaSource,
  operation: ExtractedOperation,
  response: ExtractedResponse,
  budget: FieldBudget,
): ResponseFields {
  const place = operation.responses.indexOf(response);
  const schema: Located = { value: response.schema, pointer: below(operationKey(operation.id), 'responses', place, 'schema') };
  return responseFields(source, schema, operation.path, budget);
}

type Common = Pick<Paging, 'itemsPath' | 'sizeParameter' | 'maxSize'>;

function byFields(
  source: SchemaSource,
  query: readonly ExtractedParameter[],
  { paths, urlPaths, nextUrlPath }: ResponseFields,
  { hasLinkHeader }: ExtractedResponse,
  places: Common,
): Paging | null {
  const marked = query.find(({ schema }) => member(schema, 'x-paging-offset') === true);
  const find = (pattern: RegExp) => (marked && pattern.test(marked.name) ? marked : query.find(({ name }) => pattern.test(name)));
  const pathOf = (parameter: ExtractedParameter) => formatPath(['query', parameter.name]);
  const field = (pattern: RegExp) => paths.find((path) => pattern.test(path));
  const hasMore = field(HAS_MORE);
  const common = { ...places, ...(hasMore ? { hasMorePath: hasMore } : {}) };
  if (nextUrlPath !== null) return { style: 'nextUrl', responsePath: nextUrlPath, ...common };

  const cursor = find(CURSOR);
  const cursorField = field(NEXT_CURSOR) ?? (cursor ? field(NEXT_PLAIN) : undefined);
  if (cursor && cursorField) {
    return { style: 'cursor', parameter: pathOf(cursor), responsePath: cursorField, ...common };
  }
  const nextUrl = field(NEXT_URL) ?? paths.find((path) => NEXT_LINK.test(path) || (NEXT_PLAIN.test(path) && urlPaths.includes(path)));
  if (nextUrl) return { style: 'nextUrl', responsePath: nextUrl, ...common };
  const afterItem = find(AFTER_ITEM);
  if (hasLinkHeader || (cursor && /page_info/i.test(cursor.name))) return { style: 'link', ...common };
  const page = find(PAGE) ?? (marked && !OFFSET.test(marked.name) ? marked : undefined);
  if (page) return { style: 'page', parameter: pathOf(page), firstPage: getFirstNumber(source, page, 1), ...common };
  const offset = find(OFFSET);
  if (offset) return { style: 'offset', parameter: pathOf(offset), firstOffset: getFirstNumber(source, offset, 0), ...common };
  if (afterItem) {
    return { style: 'cursor', parameter: pathOf(afterItem), fromLastItem: 'id', ...common };
  }
  return null;
}

/** Where counting begins: the default, the smallest allowed value, or the common start. */
function getFirstNumber(source: SchemaSource, { schema }: ExtractedParameter, usual: number): number {
  const flat = flatSchema(source, { value: schema, pointer: '#' });
  if (!['integer', 'number', 'any'].includes(resolveType(flat))) return usual;
  const candidates = [flat.members.get('default'), flat.members.get('minimum')];
  const first = candidates.find((value) => value === 0 || value === 1);
  return typeof first === 'number' ? first : usual;
}
