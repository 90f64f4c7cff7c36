import { describe, expect, test } from 'vitest';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { extractDocument } from './extract-document.ts';

/** Paging of an operation with these query parameters and this response. */
function extractPaging(names: readonly (string | object)[], properties: object, more: object = {}) {
  const parameters = names.map((one) => (typeof one === 'string' ? { name: one, in: 'query', schema: { type: 'string' } } : one));
  const schema = { type: 'object', properties };
  const operation = { parameters, responses: { 200: { description: '', content: { 'application/json': { schema } }, ...more } }, ...more };
  const document = { openapi: '3.0.0', paths: { '/v1/orders': { get: operation } } };
  return ([...extractDocument(document).units.values()][0] as ExtractedOperation).paging;
}

const list = { type: 'array', items: { type: 'object' } };
const text = { type: 'string' };

describe('how an operation pages (STEP-47, STEP-107, ENG-16)', () => {
  test.each<[string, readonly (string | object)[], object, object | undefined]>([
    [
      'a page number',
      ['page', 'per_page'],
      { orders: list },
      { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'orders', sizeParameter: 'query.per_page' },
    ],
    [
      'pages from 0',
      [{ name: 'Page', in: 'query', schema: { type: 'integer', minimum: 0 } }],
      { data: list },
      { style: 'page', parameter: 'query.Page', firstPage: 0, itemsPath: 'data' },
    ],
    [
      'an offset in dotted names',
      ['request.limit', 'request.offset'],
      { Results: list },
      {
        style: 'offset',
        parameter: 'query["request.offset"]',
        firstOffset: 0,
        itemsPath: 'Results',
        sizeParameter: 'query["request.limit"]',
      },
    ],
    [
      'the next address of OData',
      ['$top'],
      { value: list, '@odata.nextLink': text },
      { style: 'nextUrl', responsePath: '["@odata.nextLink"]', itemsPath: 'value', sizeParameter: 'query.$top' },
    ],
    [
      'a cursor deep in the answer',
      ['limit', 'after'],
      { results: list, paging: { type: 'object', properties: { next: { type: 'object', properties: { after: text } } } } },
      { style: 'cursor', parameter: 'query.after', responsePath: 'paging.next.after', itemsPath: 'results', sizeParameter: 'query.limit' },
    ],
    [
      'a page token',
      ['page_token'],
      { items: list, next_page_token: text, has_more: { type: 'boolean' } },
      { style: 'cursor', parameter: 'query.page_token', responsePath: 'next_page_token', hasMorePath: 'has_more', itemsPath: 'items' },
    ],
    [
      'after the last item',
      ['starting_after', 'limit'],
      { data: list, has_more: { type: 'boolean' } },
      {
        style: 'cursor',
        parameter: 'query.starting_after',
        fromLastItem: 'id',
        hasMorePath: 'has_more',
        itemsPath: 'data',
        sizeParameter: 'query.limit',
      },
    ],
    [
      'a link in the answer',
      ['Page', 'PageToken'],
      { orders: list, next_page_uri: text },
      { style: 'nextUrl', responsePath: 'next_page_uri', itemsPath: 'orders' },
    ],
    [
      'a marked link',
      [],
      { rows: list, more: { type: 'string', 'x-next-page-url': true } },
      { style: 'nextUrl', responsePath: 'more', itemsPath: 'rows' },
    ],
    [
      'a marked parameter',
      [{ name: 'from', in: 'query', schema: { type: 'integer', 'x-paging-offset': true } }],
      { rows: list },
      { style: 'page', parameter: 'query.from', firstPage: 1, itemsPath: 'rows' },
    ],
    [
      'a list of what the path is about, before warnings',
      ['page'],
      { Warnings: list, Orders: list },
      { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'Orders' },
    ],
    ['no list', ['page'], { total: { type: 'integer' } }, undefined],
    ['nothing to ask for more by', ['limit'], { orders: list }, undefined],
  ])('%s', (_name, parameters, properties, paging) => {
    expect(extractPaging(parameters, properties)).toEqual(paging);
  });

  test('uses a Link header of the response, and the largest page size', () => {
    const size = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 250 } };
    expect(extractPaging([size], { orders: list }, { headers: { Link: { schema: text } } })).toEqual({
      style: 'link',
      itemsPath: 'orders',
      sizeParameter: 'query.limit',
      maxSize: 250,
    });
  });

  test('uses the response’s list for x-paging without a path for it', () => {
    const written = { style: 'page', parameter: 'query.seite' };
    const wanted = { ...written, firstPage: 1 };
    expect(extractPaging(['seite'], { orders: list, total: { type: 'integer' } }, { 'x-paging': written })).toEqual({
      ...wanted,
      itemsPath: 'orders',
    });
    expect(extractPaging(['seite'], { orders: list }, { 'x-paging': { ...written, itemsPath: '' } })).toEqual({ ...wanted, itemsPath: '' });
    expect(extractPaging(['seite'], { total: { type: 'integer' } }, { 'x-paging': written })).toEqual({ ...wanted, itemsPath: '' });
  });

  test('follows an explicit x-paging, or its false', () => {
    const written = {
      style: 'cursor',
      parameter: 'body.after',
      responsePath: 'data.products.pageInfo.endCursor',
      hasMorePath: 'data.products.pageInfo.hasNextPage',
      itemsPath: 'data.products.nodes',
    };
    expect(extractPaging([], {}, { 'x-paging': written })).toEqual(written);
    expect(extractPaging(['page'], { orders: list }, { 'x-paging': false })).toBeUndefined();
    expect(extractPaging(['page'], { orders: list }, { 'x-paging': { style: 'odd' } })).toBeUndefined();
  });
});
