import { describe, expect, it } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import type { ExtractedOperation, Paging } from '../openapi/extracted.ts';
import type { RequestValues } from '../requests/request-values.ts';
import { nextLink } from './link-header.ts';
import { itemsOfPage, nextPage, PagingError, withPageSize } from './next-page.ts';

const url = 'https://api.example.com/v1/orders?page=1';

function operationWith(paging: Paging): ExtractedOperation {
  const entry = { id: 'GET /orders', name: '', resourceId: '', supportsPaging: true, method: 'GET', path: '/orders' };
  return { ...entry, parameters: [], responses: [], isHidden: false, isDeprecated: false, paging };
}

const next = (paging: Paging, body: unknown, values: RequestValues = {}, headers: Record<string, string> = {}) =>
  nextPage(operationWith(paging), { values, url }, { headers, body });
const page: Paging = { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'data' };

describe('the next page (ENG-16)', () => {
  it('by number: one more, until a page is empty', () => {
    expect(next(page, { data: [1, 2] })).toEqual({ kind: 'values', values: { query: { page: 2 } } });
    expect(next(page, { data: [1] }, { query: { page: '7', status: 'open' } })).toEqual({
      kind: 'values',
      values: { query: { page: 8, status: 'open' } },
    });
    expect(next(page, { data: [] })).toBeNull();
    expect(next(page, { error: 'x' })).toBeNull();
  });

  it('a page with fewer items than may be asked for is the last one; a system that gives fewer than it was asked goes on', () => {
    const sized: Paging = { ...page, sizeParameter: 'query.limit', maxSize: 100 };
    expect(next(sized, { data: [1, 2] }, { query: { limit: '50' } })).toBeNull();
    expect(next(sized, { data: [1, 2] }, { query: { limit: 500 } })).not.toBeNull();
    expect(next(sized, { data: [1, 2] }, {})).not.toBeNull();
  });

  it('by offset: as many more as there were', () => {
    const offset: Paging = { style: 'offset', parameter: 'body.start', firstOffset: 0, itemsPath: '' };
    expect(next(offset, [1, 2, 3], { body: { start: 10 } })).toEqual({ kind: 'values', values: { body: { start: 13 } } });
    expect(next(offset, [1, 2, 3])).toEqual({ kind: 'values', values: { body: { start: 3 } } });
    expect(next(offset, [])).toBeNull();
  });

  it('by an offset within a text: the number after its word goes on, of a text that no one wrote too', () => {
    const inText: Paging = { style: 'offset', parameter: 'query.query', firstOffset: 1, inText: 'startposition', itemsPath: '' };
    const written = "select * from Item where Name = 'startposition 7' StartPosition 101 maxresults 100";
    expect(next(inText, [1, 2], { query: { query: written } })).toEqual({
      kind: 'values',
      values: { query: { query: "select * from Item where Name = 'startposition 7' StartPosition 103 maxresults 100" } },
    });
    expect(next(inText, [1], { query: { query: 'select count(*) from Item' } })).toBeNull();
    expect(next(inText, [], { query: { query: written } })).toBeNull();
    const schema = { type: 'string', default: 'select * from Item startposition 1 maxresults 100' };
    const parameters = [{ name: 'query', place: 'query' as const, isRequired: true, style: 'form' as const, explode: true, schema }];
    const operation = { ...operationWith(inText), parameters };
    expect(nextPage(operation, { values: {}, url }, { headers: {}, body: [1] })).toEqual({
      kind: 'values',
      values: { query: { query: 'select * from Item startposition 2 maxresults 100' } },
    });
  });

  it('by cursor: from the answer or the last item, until it is gone, the same again, or there is no more', () => {
    const cursor: Paging = {
      style: 'cursor',
      parameter: 'query.after',
      responsePath: 'paging.next',
      hasMorePath: 'more',
      itemsPath: 'data',
    };
    expect(next(cursor, { data: [1], paging: { next: 'c2' } })).toEqual({ kind: 'values', values: { query: { after: 'c2' } } });
    expect(next(cursor, { data: [1], paging: { next: 'c2' } }, { query: { after: 'c2' } })).toBeNull();
    expect(next(cursor, { data: [1], paging: { next: 'c3' }, more: false })).toBeNull();
    expect(next(cursor, { data: [1], paging: {} })).toBeNull();
    expect(next(cursor, { data: [1], paging: { next: '' } })).toBeNull();
    const after: Paging = { style: 'cursor', parameter: 'query.starting_after', fromLastItem: 'id', itemsPath: 'data' };
    expect(next(after, { data: [{ id: 'a' }, { id: 'b' }] })).toEqual({ kind: 'values', values: { query: { starting_after: 'b' } } });
    expect(next(after, { data: [] })).toBeNull();
  });

  it('by a Link header or a URL in the answer, relative ones too', () => {
    const link = { link: '<https://api.example.com/v1/orders?page=1>; rel="prev", <https://api.example.com/v1/orders?page=3>; rel="next"' };
    expect(next({ style: 'link', itemsPath: '' }, [1], {}, link)).toEqual({ kind: 'url', url: 'https://api.example.com/v1/orders?page=3' });
    expect(next({ style: 'link', itemsPath: '' }, [1])).toBeNull();
    const nextUrl: Paging = { style: 'nextUrl', responsePath: 'next_page_uri', itemsPath: 'orders' };
    expect(next(nextUrl, { next_page_uri: '/v1/orders?page=2#x' })).toEqual({
      kind: 'url',
      url: 'https://api.example.com/v1/orders?page=2',
    });
    expect(next(nextUrl, { next_page_uri: null })).toBeNull();
    expect(next(nextUrl, { next_page_uri: url })).toBeNull();
  });

  it.each([
    'https://evil.example/orders',
    '//evil.example/x',
    'http://api.example.com:8080/v1/orders',
    'https://api.example.com:8443/',
    'https://u:p@api.example.com/',
    'javascript:alert(1)',
  ])('HOSTILE 22: a next page at %s is refused: the credentials would go along', (target) => {
    expect(() => next({ style: 'nextUrl', responsePath: 'next', itemsPath: '' }, { next: target })).toThrow(PagingError);
    expect(() => next({ style: 'link', itemsPath: '' }, [], {}, { link: `<${target}>; rel=next` })).toThrow(PagingError);
  });

  it('a server behind a proxy that writes http into its links is asked by https, as before', () => {
    expect(next({ style: 'link', itemsPath: '' }, [], {}, { link: '<http://api.example.com/v1/orders?page=2>; rel=next' })).toEqual({
      kind: 'url',
      url: 'https://api.example.com/v1/orders?page=2',
    });
  });

  it('items and page size', () => {
    expect(itemsOfPage(operationWith({ ...page, itemsPath: 'data.list' }), { data: { list: [1] } })).toEqual([1]);
    expect(itemsOfPage(operationWith(page), { data: 'none' })).toEqual([]);
    const sized = operationWith({ ...page, sizeParameter: 'query.limit', maxSize: 100 });
    expect(withPageSize(sized, {}, 1_000)).toEqual({ query: { limit: 100 } });
    expect(withPageSize(sized, {}, 10)).toEqual({ query: { limit: 10 } });
    expect(withPageSize(sized, { query: { limit: 5 } }, 10)).toEqual({ query: { limit: 5 } });
    expect(withPageSize(operationWith(page), {}, 10)).toEqual({});
  });
});

describe('Link headers (RFC 8288)', () => {
  it.each<[string | null, string | null]>([
    ['<a>; rel="next"', 'a'],
    ['<a>; rel=next', 'a'],
    ['<a>; title="x, y"; rel="last next"', 'a'],
    ['<a?x=1,2>; rel="prev", <b>; REL="NEXT"', 'b'],
    ['<a>; rel="nextish"', null],
    ['nonsense', null],
    [null, null],
  ])('%j leads to %j', (header, target) => {
    expect(nextLink(header)).toBe(target);
  });

  it.each([
    (times: number) => `<a>${'; x = "y"   '.repeat(times)}`,
    (times: number) => '<'.repeat(times * 5),
    (times: number) => `<a>${' ;'.repeat(times * 2)}`,
  ])('the time for a long header of nothing grows as its length', (headerOf) => {
    const [short, long] = [headerOf(2_500), headerOf(20_000)];
    expect(nextLink(long)).toBeNull();
    expect(
      timeRatio(
        () => nextLink(long),
        () => nextLink(short),
      ),
    ).toBeLessThan(32);
  });
});
