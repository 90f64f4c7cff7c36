// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionScope } from '../values/scope.ts';
import { type AddressTemplate, evaluateAddress } from './evaluate-address.ts';

const createScope = (data: Record<string, unknown>): ExpressionScope => ({ steps: {}, data, consts: {}, now: () => new Date(0) });
const getAddress = (template: AddressTemplate | string, data: Record<string, unknown>) =>
  evaluateAddress(typeof template === 'string' ? { url: template } : template, createScope(data)).address;

function catchFault(template: AddressTemplate | string, data: Record<string, unknown>): string {
  try {
    return `no fault: ${getAddress(template, data)}`;
  } catch (fault) {
    if (fault instanceof ExpressionError) return fault.message;
    throw fault;
  }
}

/** Values that try to leave their place. */
const hostile = [
  '../../admin',
  '..',
  '.',
  '..\\admin',
  '%2e%2e%2fadmin',
  '%252e%252e%252fadmin',
  '．．／admin',
  '‥/admin',
  'a/b',
  '/admin',
  '//evil.example/',
  'a\\b',
  'a%2fb',
  '1?role=admin',
  '1#fragment',
  'a&admin=true',
  'a=b',
  'ann+test@x.com&admin=true#',
  'R&D #1',
  '\r\nX-Injected: 1',
  'a\tb\nc',
  'https://evil.example/x',
  '@evil.example',
  'evil.example',
  ':8080',
  '1。2',
  '\u0000',
  '\ud800',
  '',
  ' ',
  '{"a": 1}',
];

const names = (url: URL) => [...url.searchParams.keys()];

describe.each(hostile)('HOSTILE 36: the value %j', (value) => {
  test('fills one part of a path, or is refused', () => {
    for (const template of ['https://api.example/users/$Data.id/notes?size=10', 'https://api.example/users/u-${Data.id}?size=10']) {
      const count = new URL(template).pathname.split('/').length;
      let address: string;
      try {
        address = getAddress(template, { id: value });
      } catch (fault) {
        expect(fault).toBeInstanceOf(ExpressionError);
        continue;
      }
      const url = new URL(address);
      expect(url.origin).toBe('https://api.example');
      expect(url.pathname.split('/')).toHaveLength(count);
      expect(url.pathname).toMatch(/^\/users\//);
      expect(url.search).toBe('?size=10');
      expect(url.hash).toBe('');
      expect(decodeURIComponent(url.pathname.split('/')[2] ?? '').replace(/^u-/, '')).toBe(value.toWellFormed());
    }
  });

  test('fills one value or one name of a query', () => {
    const inValue = new URL(getAddress('https://api.example/s?q=${Data.id}&size=10', { id: value }));
    expect(inValue.href).toMatch(/^https:\/\/api\.example\/s\?q=/);
    expect([...inValue.searchParams]).toEqual([
      ['q', value.toWellFormed()],
      ['size', '10'],
    ]);
    expect(inValue.hash).toBe('');
    const inName = new URL(getAddress('https://api.example/s?f-${Data.id}=1&size=10', { id: value }));
    expect(names(inName)).toEqual([`f-${value.toWellFormed()}`, 'size']);
    const inTable = { url: 'https://api.example/s?size=10#top', queryParameters: [{ name: 'q', valueExpression: '$Data.id' }] };
    const fromTable = new URL(getAddress(inTable, { id: value }));
    expect([...fromTable.searchParams]).toEqual([
      ['size', '10'],
      ['q', value.toWellFormed()],
    ]);
    expect(fromTable.hash).toBe('#top');
  });

  test('stays in the fragment', () => {
    const url = new URL(getAddress('https://api.example/s?size=10#${Data.id}', { id: value }));
    expect(url.href).toMatch(/^https:\/\/api\.example\/s\?size=10(#|$)/);
  });

  test('stays a name below the written host, or is refused', () => {
    let address: string;
    try {
      address = getAddress('https://${Data.id}.shop.example/x?size=10', { id: value });
    } catch (fault) {
      expect(fault).toBeInstanceOf(ExpressionError);
      return;
    }
    if (!URL.canParse(address)) return;
    const url = new URL(address);
    expect(url.host.endsWith('.shop.example')).toBe(true);
    expect(url.pathname + url.search).toBe('/x?size=10');
    expect(url.username + url.password).toBe('');
  });
});

describe('HOSTILE 36: a value in a path', () => {
  test.each(['..', '.', '../x', 'x/../y', '..\\x', '%2e%2e', '%2E%2E%2Fx', '%252e%252e', '．．', '..／x', ' .. '])(
    '%j is refused',
    (id) => {
      expect(catchFault('https://api.example/users/$Data.id', { id })).toContain('leads to another path');
    },
  );

  test.each(['a\nb', '\r\n', '\u0000', 'a\u007f'])('%j is refused', (id) => {
    expect(catchFault('https://api.example/users/$Data.id', { id })).toContain('control characters');
  });

  test.each(['', null, undefined])('that is %j would be the parent path, and is refused', (id) => {
    expect(catchFault('https://api.example/users/$Data.id', { id })).toContain('is empty');
    expect(catchFault('https://api.example/users/$Data.id/notes', { id })).toContain('is empty');
    expect(getAddress('https://api.example/users/u$Data.id', { id })).toBe('https://api.example/users/u');
  });

  test('forms no dot segment with its neighbours', () => {
    expect(catchFault('https://api.example/a/${Data.id}${Data.id}/b', { id: '.' })).toContain('leads to another path');
    expect(catchFault('https://api.example/a/.${Data.id}/b', { id: '.' })).toContain('leads to another path');
    expect(catchFault('https://api.example/a/%2e${Data.id}/b', { id: '.' })).toContain('leads to another path');
    expect(catchFault('https://api.example/a/%2${Data.id}%2e/b', { id: 'e' })).toContain('leads to another path');
  });
});

describe('honest values', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['https://api.example/s?q=${Data.id}&size=10', { id: 'R&D #1' }, 'https://api.example/s?q=R%26D%20%231&size=10'],
    ['https://api.example/o/$Data.id', { id: 'A-1_2~3' }, 'https://api.example/o/A-1_2~3'],
    ['https://api.example/o/$Data.id.json', { id: 7 }, 'https://api.example/o/'],
    ['https://api.example/o/${Data.id}.json', { id: 7 }, 'https://api.example/o/7.json'],
    ['https://api.example/p/${Data.id}', { id: 'group/project' }, 'https://api.example/p/group%2Fproject'],
    ['https://api.example/files/..a/${Data.id}', { id: '...' }, 'https://api.example/files/..a/...'],
    ['https://api.example/s?q=${Data.id}', { id: null }, 'https://api.example/s?q='],
    ['https://api.example/s?q=${Data.id}', { id: { a: 1 } }, 'https://api.example/s?q=%7B%22a%22%3A1%7D'],
    [
      'https://api.example/s?at=${Data.id}',
      { id: '2026-11-22T10:00:00+02:00' },
      'https://api.example/s?at=2026-11-22T10%3A00%3A00%2B02%3A00',
    ],
    ['https://api.example/a%2Fb/../c?x=$5&y=a b', { id: 1 }, 'https://api.example/a%2Fb/../c?x=$5&y=a b'],
    ['https://${Data.id}.shop.example/x', { id: 'tea-42' }, 'https://tea-42.shop.example/x'],
    ['https://${Data.id}/x', { id: 'localhost:3000' }, 'https://localhost:3000/x'],
    ['https://api.example:${Data.id}/x', { id: 8080 }, 'https://api.example:8080/x'],
    ['https://${Data.id}/x', { id: 'münchen.example' }, 'https://münchen.example/x'],
    ['${Data.id}://api.example/x', { id: 'https' }, 'https://api.example/x'],
    ['  https://api.example/x/${Data.id}\n', { id: 1 }, 'https://api.example/x/1'],
  ])('%s with %j', (template, data, address) => {
    if (template.includes('$Data.id.json')) expect(catchFault(template, data)).toContain('is empty');
    else expect(getAddress(template, data)).toBe(address);
  });
});

describe('a value that begins the address', () => {
  test('is the whole address if the field contains nothing else', () => {
    const next = 'https://api.example/v1/orders?page=2&q=a%20b#x';
    expect(evaluateAddress({ url: ' $Data.next ' }, createScope({ next }))).toEqual({ address: next, leadingValue: next });
    expect(getAddress({ url: '$Data.next', queryParameters: [{ name: 'size', valueExpression: '5' }] }, { next })).toBe(
      'https://api.example/v1/orders?page=2&q=a%20b&size=5#x',
    );
  });

  test.each<[string, string, string]>([
    ['$Data.base/orders', 'https://api.example/v1', 'https://api.example/v1/orders'],
    ['${Data.base}orders', 'https://api.example/v1/', 'https://api.example/v1/orders'],
    ['${Data.base}?page=2', 'http://localhost:3000', 'http://localhost:3000?page=2'],
    ['${Data.base}/orders', ' https://api.example ', 'https://api.example/orders'],
    ['${Data.base}/orders', '/v2', '/v2/orders'],
  ])('may be a base address: %s with %j', (url, base, address) => {
    expect(evaluateAddress({ url }, createScope({ base }))).toEqual({ address, leadingValue: base.trim() });
  });

  test.each<[string, unknown, string]>([
    ['$Data.base/orders', 'https://evil.example/?x=', 'already contains a query string'],
    ['$Data.base/orders', 'https://evil.example#', 'already contains a query string'],
    ['${Data.base}.shop.example/x', 'https://evil', 'followed by a slash'],
    ['${Data.base}@shop.example/x', 'https://evil', 'followed by a slash'],
    ['${Data.base}&size=5', 'https://api.example/x?page=2', 'already contains a query string'],
    ['$Data.base/orders', 'https://user:pass@evil.example', 'must be an address'],
    ['$Data.base/orders', '//evil.example', 'must be an address'],
    ['$Data.base/orders', 'javascript:alert(1)', 'must be an address'],
    ['$Data.base/orders', 'api.example', 'must be an address'],
    ['$Data.base/orders', 'https://a\nb.example', 'must be an address'],
    ['$Data.base/orders', null, 'must be an address'],
    ['${Data.base}${Data.base}', 'https://api.example', 'followed by a slash'],
    ['https://${Data.base}/admin', '', 'leaves the host of the URL incomplete'],
    ['https://${Data.base}.shop.example/', '', 'leaves the host of the URL incomplete'],
    ['ftp://x/${Data.base}', 'a', 'must start with http'],
    ['https://api.example/${Data.base}', 'x'.repeat(17_000), 'longer than 16,384'],
    ['$Data.base', `https://api.example/${'x'.repeat(17_000)}`, 'longer than 16,384'],
  ])('is refused: %s with %j', (url, base, words) => {
    expect(catchFault(url, { base })).toContain(words);
  });
});

describe('query parameters', () => {
  const parameters = (rows: [string, string | null][]) => ({
    url: 'https://api.example/s',
    queryParameters: rows.map(([name, valueExpression]) => ({ name, valueExpression })),
  });

  test('are sent encoded, in order; a list repeats its name, null is left out', () => {
    const data = { q: 'a&b=c', list: ['x', null, 'y z'], none: null, n: 5, name: 'filter[a]' };
    const template = parameters([
      ['q', '$Data.q'],
      ['id', '$Data.list'],
      ['none', '$Data.none'],
      ['empty', ''],
      ['$Data.name', 'n-$Data.n'],
    ]);
    expect(getAddress(template, data)).toBe('https://api.example/s?q=a%26b%3Dc&id=x&id=y%20z&empty=&filter%5Ba%5D=n-5');
    expect(getAddress({ ...parameters([['a', '1']]), url: 'https://api.example/s?' }, {})).toBe('https://api.example/s?a=1');
  });

  test('need a name', () => {
    expect(catchFault(parameters([['$Data.nothing', '1']]), {})).toBe('The name of a query parameter is empty.');
  });
});
