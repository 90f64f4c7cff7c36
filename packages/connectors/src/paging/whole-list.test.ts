import { isObject } from '@portage/primitives/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadOperation } from '../extracted/connector-document.ts';
import { documentInMemory } from '../openapi/document-source.ts';
import type { RequestValues } from '../requests/request-values.ts';
import { valueAt } from '../requests/request-values.ts';
import { readXmlResponse } from '../xml/index.ts';
import { nextPage } from './next-page.ts';
import type { PageTrail } from './page-trail.ts';
import { PagingError } from './paging-error.ts';
import { readPage } from './read-page.ts';

const HOST = 'https://api.example.com';
const parameters = ['page', 'offset', 'after', 'from'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
const size = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const sized = { itemsPath: 'data', sizeParameter: 'query.limit', maxSize: 3 };
const schema = { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } };

/** Each way of paging, and what a response has next to its list. `asked` finds the requested page. */
const ways = {
  page: {
    paging: { style: 'page', parameter: 'query.page', firstPage: 1, ...sized },
    asked: ({ values }: Asked) => Number(valueAt(values, 'query.page') ?? 1) - 1,
    beside: () => ({}),
  },
  'offset with a flag': {
    paging: { style: 'offset', parameter: 'query.offset', firstOffset: 0, hasMorePath: 'more', ...sized },
    asked: ({ values, before }: Asked) => before.indexOf(Number(valueAt(values, 'query.offset') ?? 0)),
    beside: (hasNext: boolean) => ({ more: hasNext ? 'true' : '0' }),
  },
  offset: {
    paging: { style: 'offset', parameter: 'query.offset', firstOffset: 0, ...sized },
    asked: ({ values, before }: Asked) => before.lastIndexOf(Number(valueAt(values, 'query.offset') ?? 0)),
    beside: () => ({}),
  },
  'offset with a total': {
    paging: { style: 'offset', parameter: 'query.offset', firstOffset: 0, totalPath: 'total', ...sized },
    asked: ({ values, before }: Asked) => before.lastIndexOf(Number(valueAt(values, 'query.offset') ?? 0)),
    beside: (_hasNext: boolean, _at: number, count: number) => ({ total: count }),
    odd: [{ data: [], total: 99 }],
  },
  cursor: {
    paging: { style: 'cursor', parameter: 'query.after', responsePath: 'next', ...sized },
    asked: ({ values }: Asked) => Number(valueAt(values, 'query.after') ?? 100) - 100,
    beside: (hasNext: boolean, at: number) => ({ next: hasNext ? (at % 2 ? at + 101 : String(at + 101)) : at % 2 ? null : '' }),
  },
  'last item': {
    paging: { style: 'cursor', parameter: 'query.after', fromLastItem: 'id', hasMorePath: 'more', ...sized },
    asked: ({ values, before }: Asked) => {
      const after = valueAt(values, 'query.after');
      return after === undefined ? 0 : before.lastIndexOf(Number(after));
    },
    beside: (hasNext: boolean) => ({ more: hasNext }),
  },
  link: {
    paging: { style: 'link', itemsPath: 'data' },
    asked: ({ url }: Asked) => Number(new URL(url).searchParams.get('from') ?? 0),
    beside: () => ({}),
  },
  'next URL': {
    paging: { style: 'nextUrl', responsePath: 'links.next', itemsPath: 'data' },
    asked: ({ url }: Asked) => Number(new URL(url).searchParams.get('from') ?? 0),
    beside: (hasNext: boolean, at: number) => ({ links: { next: hasNext ? `/people?from=${at + 1}` : null } }),
  },
};

interface Asked {
  values: RequestValues;
  url: string;
  /** How many records precede each page. */
  before: number[];
}

/** A function writes the odd page from the right one. */
type Odd = unknown | ((json: string) => string);

const oddBodies: readonly Odd[] = [
  { error: 'busy' },
  {},
  null,
  '',
  'try later',
  '<html></html>',
  '{"data": [{"id": 1}',
  0,
  false,
  { data: null },
  { data: {} },
  { data: 'x' },
  { data: { 1: { id: 1 } } },
  { result: { data: [] } },
  { Data: [{ id: 9 }] },
  { data: [null] },
  { data: [{ id: 1 }, 'x'] },
  { data: [], error: 'busy' },
  { data: [], errors: [{ message: 'busy' }] },
  { data: [], fault: { code: 1 } },
  { data: [], success: false },
  { data: [], ok: 'false' },
  { data: [], status: 'error' },
  { data: [], code: 503 },
  [{ data: [{ id: 1 }] }],
  { data: ['{"id":1}'] },
  { data: '[{"id":1}]' },
  { page: { data: [{ id: 9 }] } },
  '<data></data>',
  '<data/>',
  '<people><data><id>9</id></data></people>',
  'id,name\n1,Ada\n',
  '\u001e{"data":[]}\n',
  (json: string) => `${json}\n${json}`,
  (json: string) => `${json};`,
  (json: string) => `callback(${json})`,
  (json: string) => `)]}',\n${json}`,
  (json: string) => JSON.stringify(json),
  (json: string) => `{"response":${json}}`,
  (json: string) => json.replace('"data":', '"data":[],"data" :'),
  (json: string) => json.replace(/\}$/, ',"data":[]}'),
  (json: string) => json.replace(/\}$/, ',"d\\u0061ta":[{"id":9}]}'),
  (json: string) => json.replace(/\}$/, `,${json.slice(1)}`),
];

/** A system's list: how many records each page has, and which page is returned in which odd way, once. */
const listsWith = (more: readonly unknown[]) =>
  fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 7 }),
    oddAt: fc.option(fc.nat(7)),
    odd: fc.constantFrom(...oddBodies, ...more),
    keepsNext: fc.boolean(),
  });

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'HOSTILE 47: by %s, a reading returns all records, or fails at the odd page and returns all on a retry',
  async (name) => {
    const { paging, asked, beside, ...way } = ways[name];
    const lists = listsWith('odd' in way ? way.odd : []);
    const get = {
      parameters: [...parameters, size],
      'x-paging': paging,
      responses: { 200: { description: '', content: { 'application/json': { schema } } }, 204: { description: 'Nothing' } },
    };
    const document = documentInMemory({ openapi: '3.1.0', paths: { '/people': { get } } });
    const operation = await loadOperation(document, 'GET /people');

    const parse = (text: string): Promise<unknown> => {
      try {
        return Promise.resolve(text === '' ? null : JSON.parse(text));
      } catch {
        return readXmlResponse(document, operation, text.startsWith('<') ? 'application/xml' : 'text/plain', text);
      }
    };

    await fc.assert(
      fc.asyncProperty(lists, async ({ sizes, oddAt, odd, keepsNext }) => {
        const before = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, one) => sum + one, 0));
        const count = sizes.reduce((sum, one) => sum + one, 0);
        const all = Array.from({ length: count }, (_, id) => ({ id: id + 1 }));
        const pageOf = (at: number) => (at < 0 || at >= sizes.length ? [] : all.slice(before[at], (before[at] ?? 0) + (sizes[at] ?? 0)));

        async function readAll(oddPage: number | null): Promise<{ read: unknown[]; failed: boolean; met: boolean }> {
          const read: unknown[] = [];
          let met = false;
          let call: { values: RequestValues; url: string; trail?: PageTrail } = { values: { query: { limit: 3 } }, url: `${HOST}/people` };
          for (;;) {
            const places = name === 'last item' ? sizes.map((_, at) => before[at] ?? 0) : before;
            const at = asked({ ...call, before: places });
            const rest = beside(at + 1 < sizes.length, at, count) as Record<string, unknown>;
            const isOdd = at === oddPage;
            met ||= isOdd;
            const plain = { data: pageOf(at), ...rest };
            const merged = keepsNext && isObject(odd) ? { ...rest, ...odd } : odd;
            const json = JSON.stringify(isOdd && typeof merged !== 'function' ? merged : plain);
            const text = !isOdd || typeof odd === 'object' ? json : typeof odd === 'function' ? odd(json) : String(odd);
            const body = await parse(text);
            const headers = name === 'link' && at + 1 < sizes.length ? { link: `<${HOST}/people?from=${at + 1}>; rel="next"` } : {};
            try {
              const page = await readPage(document, operation, { status: 200, body, text }, { isRecords: true });
              read.push(...page.items);
              const next = nextPage(operation, call, { headers, body, page });
              if (next === null) return { read, failed: false, met };
              call =
                next.kind === 'url' ? { ...call, url: next.url, trail: next.trail } : { ...call, values: next.values, trail: next.trail };
            } catch (error) {
              expect(error).toBeInstanceOf(PagingError);
              return { read, failed: true, met };
            }
          }
        }

        const first = await readAll(oddAt);
        expect(first.failed).toBe(first.met);
        expect(all.slice(0, first.read.length)).toEqual(first.read);
        if (oddAt !== null && oddAt < sizes.length) expect(first.met).toBe(true);
        expect(await readAll(null)).toEqual({ read: all, failed: false, met: false });
      }),
    );
  },
);
