import { flatSchema } from './flat-schema.ts';
import { entriesOf, member } from './json.ts';
import { below, follow, type Located } from './json-pointer.ts';
import type { DocumentOperation } from './operations.ts';
import { parametersOf } from './parameters.ts';
import { typeOf } from './schema-type.ts';

/** Query parameters that ask for another page. */
const PAGE_PARAMETERS =
  /^(?:.*[._])?(page|pagenumber|page_number|page_num|offset|skip|start|startindex|start_index|cursor|after|starting_after|since_id|page_token|pagetoken|next_page_token|page_info|next)$/i;
const MAX_RESPONSE_PROPERTIES = 60;

/** The query parameter that an operation's next page is asked by; null: it has none. */
export function pageParameterOf(document: unknown, operation: Pick<DocumentOperation, 'located' | 'shared'>): string | null {
  const query = parametersOf(document, operation).filter(({ place }) => place === 'query');
  const marked = query.find(
    ({ schema, value }) => member(schema.value, 'x-paging-offset') === true || member(value, 'x-paging-offset') === true,
  );
  return (marked ?? query.find(({ name }) => PAGE_PARAMETERS.test(name.replace(/[[\]]/g, ''))))?.name ?? null;
}

/** Whether an operation gives lists a page at a time (spec STEP-47): it reads, answers with a list, and can be asked for more. */
export function supportsPaging(document: unknown, operation: Pick<DocumentOperation, 'located' | 'shared' | 'method'>): boolean {
  if (operation.method !== 'get') return false;
  const response = responseSchema(document, operation.located);
  if (!response) return false;
  const flat = flatSchema(document, response);
  const isList = typeOf(flat) === 'array';
  const properties = [...flat.properties.values()].slice(0, MAX_RESPONSE_PROPERTIES);
  const holdsList = properties.some((property) => typeOf(flatSchema(document, property)) === 'array');
  if (!isList && !holdsList) return false;
  const saysNext = properties.some((property) => flatSchema(document, property).members.get('x-next-page-url') === true);
  return saysNext || pageParameterOf(document, operation) !== null;
}

/** What a successful answer is, where the document says so. */
function responseSchema(document: unknown, operation: Located): Located | null {
  const responses = { value: member(operation.value, 'responses'), pointer: below(operation.pointer, 'responses') };
  const [status, answer] = entriesOf(operation.value, 'responses').find(([code]) => /^2/.test(code)) ?? [];
  if (status === undefined) return null;
  const found = follow(document, { value: answer, pointer: below(responses.pointer, status) });
  if (!found) return null;
  const own = member(found.value, 'schema');
  if (own !== undefined) return { value: own, pointer: below(found.pointer, 'schema') };
  const [type, content] = entriesOf(found.value, 'content').find(([name]) => /json/i.test(name)) ?? [];
  const schema = member(content, 'schema');
  return type === undefined || schema === undefined ? null : { value: schema, pointer: below(found.pointer, 'content', type, 'schema') };
}
