import { describe, expect, test } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import type { ExtractedOperation, Paging } from '../extracted/extracted.ts';
import { type RequestValues, valueAt } from '../requests/request-values.ts';
import { nextLink } from './link-header.ts';
import { type NextPage, nextPage, withPageSize } from './next-page.ts';
import type { PageTrail } from './page-trail.ts';
import { PagingError } from './paging-error.ts';

const url = 'https://api.example.com/v1/orders?page=1';

function operationWith(paging: Paging): ExtractedOperation {
  const entry = { id: 'GET /orders', name: '', resourceId: '', supportsPaging: true, method: 'GET', path: '/orders' };
  return { ...entry, parameters: [], responses: [], isHidden: false, isDeprecated: false, paging };
}

const listEntries = ({ itemsPath }: Paging, body: unknown) => (valueAt(body, itemsPath) ?? []) as unknown[];
/** The next page without its trail. */
function next(paging: Paging, body: unknown, values: RequestValues = {}, headers: Record<string, string> = {}, trail?: PageTrail) {
  const page = { entries: listEntries(paging, body) };
  const found = nextPage(operationWith(paging), { values, url, trail }, { headers, body, page });
  if (found === null) return null;
  const { trail: _, ...place } = found;
  return place;
}
const page: Paging = { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'data' };

describe('finding the next page (ENG-16)', () => {
  test('increments a page number until a page is empty', () => {
    expect(next(page, { data: [1, 2] })).toEqual({ kind: 'values', values: { query: { page: 2 } } });
    expect(next(page, { data: [1] }, { query: { page: '7', status: 'open' } })).toEqual({
      kind: 'values',
      values: { query: { page: 8, status: 'open' } },
    });
    expect(next(page, { data: [] })).toBeNull();
  });

  const short = { data: [1, 2] };
  const of50 = { query: { limit: '50' } };
  test.each<[string, Partial<Extract<Paging, { style: 'page' }>>, object, RequestValues, boolean]>([
    ['is not the last one: systems leave out what a person may not see', {}, short, of50, true],
    ['is the last one where the document says so', { shortPageIsLast: true }, short, of50, false],
    ['of a system that gives fewer than it may is not', { shortPageIsLast: true }, short, { query: { limit: 500 } }, true],
    ['of a size that nobody asked for is not', { shortPageIsLast: true }, short, {}, true],
    ['is the last one where the total is reached', { totalPath: 'total' }, { ...short, total: 2 }, of50, false],
    ['is not where the total says that more is to come', { totalPath: 'total' }, { ...short, total: 9 }, of50, true],
    ['is not where the total is missing', { totalPath: 'total' }, short, of50, true],
    [
      'is not where the response says that more follows',
      { hasMorePath: 'more', shortPageIsLast: true },
      { ...short, more: true },
      of50,
      true,
    ],
    ['is the last one where the response says so', { hasMorePath: 'more' }, { ...short, more: false }, of50, false],
  ])('decides whether a page with fewer entries than requested %s', (_case, more, body, values, goesOn) => {
    expect(next({ ...page, sizeParameter: 'query.limit', maxSize: 100, ...more }, body, values) !== null).toBe(goesOn);
  });

  test('increments an offset by the number of entries', () => {
    const offset: Paging = { style: 'offset', parameter: 'body.start', firstOffset: 0, itemsPath: '' };
    expect(next(offset, [1, 2, 3], { body: { start: 10 } })).toEqual({ kind: 'values', values: { body: { start: 13 } } });
    expect(next(offset, [1, 2, 3])).toEqual({ kind: 'values', values: { body: { start: 3 } } });
    expect(next(offset, [])).toBeNull();
  });

  test('increments an offset within a text after its word, even in the document’s own text', () => {
    const inText: Extract<Paging, { style: 'offset' }> = {
      style: 'offset',
      parameter: 'query.query',
      firstOffset: 1,
      inText: 'startposition',
      itemsPath: '',
    };
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
    expect(nextPage(operation, { values: {}, url }, { headers: {}, body: [1], page: { entries: [1] } })).toMatchObject({
      kind: 'values',
      values: { query: { query: 'select * from Item startposition 2 maxresults 100' } },
    });
  });

  test('uses the cursor of the response or of the last item, until it’s gone or there is no more', () => {
    const cursor: Paging = {
      style: 'cursor',
      parameter: 'query.after',
      responsePath: 'paging.next',
      hasMorePath: 'more',
      itemsPath: 'data',
    };
    expect(next(cursor, { data: [1], paging: { next: 'c2' } })).toEqual({ kind: 'values', values: { query: { after: 'c2' } } });
    expect(next(cursor, { data: [], paging: { next: 'c2' } }, { query: { after: 'c2' } })).toBeNull();
    expect(next(cursor, { data: [1], paging: { next: 'c3' }, more: false })).toBeNull();
    expect(next(cursor, { data: [1], paging: {} })).toBeNull();
    expect(next(cursor, { data: [1], paging: { next: '' } })).toBeNull();
    const after: Paging = { style: 'cursor', parameter: 'query.starting_after', fromLastItem: 'id', itemsPath: 'data' };
    expect(next(after, { data: [{ id: 'a' }, { id: 'b' }] })).toEqual({ kind: 'values', values: { query: { starting_after: 'b' } } });
    expect(next(after, { data: [] })).toBeNull();
  });

  test('follows a Link header or a URL in the response, even a relative one', () => {
    const link = { link: '<https://api.example.com/v1/orders?page=1>; rel="prev", <https://api.example.com/v1/orders?page=3>; rel="next"' };
    expect(next({ style: 'link', itemsPath: '' }, [1], {}, link)).toEqual({ kind: 'url', url: 'https://api.example.com/v1/orders?page=3' });
    expect(next({ style: 'link', itemsPath: '' }, [1])).toBeNull();
    const nextUrl: Paging = { style: 'nextUrl', responsePath: 'next_page_uri', itemsPath: 'orders' };
    expect(next(nextUrl, { next_page_uri: '/v1/orders?page=2#x' })).toEqual({
      kind: 'url',
      url: 'https://api.example.com/v1/orders?page=2',
    });
    expect(next(nextUrl, { next_page_uri: null })).toBeNull();
    expect(next(nextUrl, { next_page_uri: url, orders: [] })).toBeNull();
    expect(next(nextUrl, { next_page_uri: { href: '/v1/orders?page=2' } })).toMatchObject({
      url: 'https://api.example.com/v1/orders?page=2',
    });
  });

  test.each<[string, unknown, string | null]>([
    [
      'FHIR',
      [
        { relation: 'self', url: '/a' },
        { relation: 'next', url: '/v1/orders?page=2' },
      ],
      'https://api.example.com/v1/orders?page=2',
    ],
    ['several relations', [{ rel: ['last', 'Next'], href: '?page=2' }], 'https://api.example.com/v1/orders?page=2'],
    ['no next one', [{ rel: 'prev', href: '?page=1' }], null],
    ['no link', [], null],
  ])('follows a list of links: %s', (_name, link, expected) => {
    const found = next({ style: 'nextUrl', responsePath: 'link', itemsPath: 'entry' }, { link, entry: [{}] });
    expect(found).toEqual(expected === null ? null : { kind: 'url', url: expected });
  });

  test.each([[['/v1/orders?page=2']], [[{ href: '/v1/orders?page=2' }]], [[{ rel: 'next' }]]])('finds no next page in %j', (link) => {
    expect(() => next({ style: 'nextUrl', responsePath: 'link', itemsPath: 'entry' }, { link, entry: [{}] })).toThrow(PagingError);
  });

  test.each([
    'https://evil.example/orders',
    '//evil.example/x',
    'http://api.example.com:8080/v1/orders',
    'https://api.example.com:8443/',
    'https://u:p@api.example.com/',
    'javascript:alert(1)',
  ])('HOSTILE 22: refuses a next page at %s, which would get the credentials', (target) => {
    expect(() => next({ style: 'nextUrl', responsePath: 'next', itemsPath: '' }, { next: target })).toThrow(PagingError);
    expect(() => next({ style: 'link', itemsPath: '' }, [], {}, { link: `<${target}>; rel=next` })).toThrow(PagingError);
  });

  test('keeps requesting https if a server behind a proxy has http in its links', () => {
    expect(next({ style: 'link', itemsPath: '' }, [], {}, { link: '<http://api.example.com/v1/orders?page=2>; rel=next' })).toEqual({
      kind: 'url',
      url: 'https://api.example.com/v1/orders?page=2',
    });
  });

  test('sets the page size', () => {
    const sized = operationWith({ ...page, sizeParameter: 'query.limit', maxSize: 100 });
    expect(withPageSize(sized, {}, 1_000)).toEqual({ query: { limit: 100 } });
    expect(withPageSize(sized, {}, 10)).toEqual({ query: { limit: 10 } });
    expect(withPageSize(sized, { query: { limit: 5 } }, 10)).toEqual({ query: { limit: 5 } });
    expect(withPageSize(operationWith(page), {}, 10)).toEqual({});
  });
});

describe('HOSTILE 47: a reading fails if the next page isn’t certain', () => {
  const cursor: Paging = { style: 'cursor', parameter: 'query.after', responsePath: 'next', hasMorePath: 'more', itemsPath: 'data' };
  const after: Paging = { style: 'cursor', parameter: 'query.after', fromLastItem: 'id', itemsPath: 'data' };
  const nextUrl: Paging = { style: 'nextUrl', responsePath: 'next', itemsPath: 'data' };
  const offset: Paging = { style: 'offset', parameter: 'query.offset', firstOffset: 0, hasMorePath: 'more', itemsPath: 'data' };
  test.each<[string, Paging, object, RequestValues?, Record<string, string>?]>([
    ['more without a cursor', cursor, { data: [1], more: true }],
    ['more with a cursor that is empty', cursor, { data: [1], more: 'true', next: '' }],
    ['more that is neither yes nor no', cursor, { data: [1], more: 'perhaps', next: 'c' }],
    ['more that is an object', cursor, { data: [1], more: {}, next: 'c' }],
    ['a cursor that is an object', cursor, { data: [1], next: { id: 1 } }],
    ['a cursor that is a list', cursor, { data: [1], next: [] }],
    ['a cursor that is a flag', cursor, { data: [1], next: true }],
    ['the cursor that was asked for, with entries', cursor, { data: [1], next: 'c2' }, { query: { after: 'c2' } }],
    ['a last item without the cursor', after, { data: [{ id: 1 }, { name: 'x' }] }],
    ['a last item that is null', after, { data: [null] }],
    ['a last item that is a text', after, { data: ['x'] }],
    ['an address that is a number', nextUrl, { data: [1], next: 2 }],
    ['an address that is an empty object', nextUrl, { data: [1], next: {} }],
    ['an address that is none', nextUrl, { data: [1], next: 'http://' }],
    ['the address of the page itself, with entries', nextUrl, { data: [1], next: url }],
    ['more after an offset, without entries', offset, { data: [], more: true }],
    [
      'a Link header that is no link',
      { style: 'link', itemsPath: 'data' },
      { data: [1] },
      {},
      { link: 'https://api.example.com/2; rel=next' },
    ],
    ['a Link header that breaks off', { style: 'link', itemsPath: 'data' }, { data: [1] }, {}, { link: '<https://api.example.com/v1/ord' }],
  ])('%s', (_case, paging, body, values = {}, headers = {}) => {
    expect(() => next(paging, body, values, headers)).toThrow(PagingError);
  });

  const totalled = { totalPath: 'total', sizeParameter: 'query.limit', maxSize: 100 };
  const byNumber: Paging = { ...page, ...totalled };
  const byOffset: Paging = { style: 'offset', parameter: 'query.offset', firstOffset: 0, itemsPath: 'data', ...totalled };
  test.each<[string, Paging, unknown, RequestValues, boolean]>([
    ['the first page', byNumber, 3, {}, true],
    ['the first page by offset', byOffset, '3', {}, true],
    ['the third page', byNumber, 250, { query: { page: '3', limit: 100 } }, true],
    ['an offset', byOffset, 250, { query: { offset: 200, limit: 100 } }, true],
    ['the page after the last one', byNumber, 250, { query: { page: 4, limit: 100 } }, false],
    ['the page after the last one, with entries that were left out', byNumber, 300, { query: { page: 4, limit: 100 } }, false],
    ['the offset after the last one', byOffset, 250, { query: { offset: 250 } }, false],
    ['a page of a size that nobody asked for', byNumber, 250, { query: { page: 3 } }, false],
    ['an empty list', byNumber, 0, {}, false],
    ['a total that is no number', byNumber, { value: 7 }, {}, false],
    ['no total', byNumber, null, {}, false],
  ])('%s without entries, although there is a total', (_case, paging, total, values, isOdd) => {
    const read = () => next(paging, { data: [], total }, values);
    if (isOdd) expect(read).toThrow(/no entries after the first \d+, but says that there are \d+ in total/);
    else expect(read()).toBeNull();
  });

  test.each([
    [25, true],
    [20, false],
  ])('a page of no chosen size without entries after two of ten, and a total of %i', (total, isOdd) => {
    const trail = { pages: 2, entries: 20, largest: 10, empty: 0, left: 1, lap: 1 };
    const read = () => next({ ...page, totalPath: 'total' }, { data: [], total }, { query: { page: 3 } }, {}, trail);
    if (isOdd) expect(read).toThrow('The response has no entries after the first 20, but says that there are 25 in total.');
    else expect(read()).toBeNull();
  });

  test.each<[unknown, boolean]>([
    [false, false],
    ['false', false],
    ['False', false],
    ['0', false],
    [0, false],
    ['no', false],
    ['N', false],
    [true, true],
    ['true', true],
    ['1', true],
    [25, true],
    ['yes', true],
    // It doesn't say, so the cursor decides.
    [null, true],
    ['', true],
    [undefined, true],
  ])('%j means that there is another page: %j', (more, follows) => {
    expect(next(cursor, { data: [1], next: 'c2', more }) !== null).toBe(follows);
  });

  test.each([undefined, null, '', ' ', false, 0, '0'])('the cursor %j means that there is no next page', (written) => {
    expect(next({ ...cursor, hasMorePath: undefined as never }, { data: [1], next: written }, { query: { after: '7' } })).toBeNull();
  });

  /** Requests what `cursors` names, one after the other. @returns how many pages were read before the reading failed */
  function read(paging: Paging, pageAt: (page: number) => object): number {
    let asked: { values: RequestValues; url: string; trail?: PageTrail } = { values: {}, url };
    for (let pages = 0; pages < 5_000; pages += 1) {
      const body = pageAt(pages);
      let found: NextPage | null;
      try {
        found = nextPage(operationWith(paging), asked, { headers: {}, body, page: { entries: listEntries(paging, body) } });
      } catch (error) {
        expect(error).toBeInstanceOf(PagingError);
        return pages + 1;
      }
      if (found === null) throw new Error('The reading came to an end');
      asked =
        found.kind === 'url' ? { ...asked, url: found.url, trail: found.trail } : { ...asked, values: found.values, trail: found.trail };
    }
    throw new Error('The reading has no end');
  }

  test.each([2, 3, 7, 100])('%i pages in a cycle', (length) => {
    const circle = (at: number) => ({ data: [{ id: at }], next: `c${at % length}` });
    expect(read(cursor, circle)).toBeLessThan(length * 4 + 4);
    expect(read(nextUrl, (at) => ({ data: [{ id: at }], next: `/v1/orders?page=${(at % length) + 2}` }))).toBeLessThan(length * 4 + 4);
  });

  test('a system that ignores the page number', () => {
    const same = () => ({ data: [{ id: 1 }, { id: 2 }] });
    expect(read(page, same)).toBe(6);
    expect(read({ ...offset, hasMorePath: undefined as never }, same)).toBe(6);
    expect(read(page, () => ({ data: ['a'] }))).toBe(101);
  });

  test('a system that always names another page and returns the same one', () => {
    expect(read(cursor, (at) => ({ data: [{ id: 1 }], next: `c${at}` }))).toBe(6);
    expect(read(nextUrl, (at) => ({ data: [{ id: 1 }], next: `/v1/orders?page=${at + 2}` }))).toBe(6);
  });

  test('only empty pages', () => {
    expect(read(cursor, (at) => ({ data: [], next: `c${at}` }))).toBe(101);
  });
});

describe('Link headers (RFC 8288)', () => {
  test.each<[string | null, string | null]>([
    ['<a>; rel="next"', 'a'],
    ['<a>; rel=next', 'a'],
    ['<a>; title="x, y"; rel="last next"', 'a'],
    ["<a>; rel='next'", 'a'],
    ['<a>; title="say \\"rel=next\\", twice"; rel="last"', null],
    ['<a>; title="x; rel=next"; rel="prev", <b>; rel=" next "', 'b'],
    ['<a>; rel="prev"; rel="next"', null],
    ['<a>; hreflang; REL = Next', 'a'],
    ['<a;b=c,d>;rel=next;results="true"', 'a;b=c,d'],
    ['<a?x=1,2>; rel="prev", <b>; REL="NEXT"', 'b'],
    ['<a>; rel="nextish"', null],
    ['<a>; rel="prev",', null],
    ['<a>;', null],
    [null, null],
  ])('%j leads to %j', (header, target) => {
    expect(nextLink(header)).toBe(target);
  });

  test.each([
    (times: number) => `<a>${'; x = "y"   '.repeat(times)}`,
    (times: number) => '<'.repeat(times * 5),
    (times: number) => `<a>${' ;'.repeat(times * 2)}`,
  ])('a long header without links takes linear time', (headerOf) => {
    const [short, long] = [headerOf(100), headerOf(550)];
    const read = (header: string) => () => {
      try {
        nextLink(header);
      } catch (error) {
        expect(error).toBeInstanceOf(PagingError);
      }
    };
    expect(timeRatio(read(long), read(short))).toBeLessThan(32);
  });
});
