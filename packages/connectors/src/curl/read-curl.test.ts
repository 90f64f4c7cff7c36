import { expect, test } from 'vitest';
import { importDocument } from '../document/import-document.ts';
import { proposeType } from '../openapi/propose-type.ts';
import { isCurl, readCurl } from './read-curl.ts';

const read = (text: string) => {
  const found = readCurl(text);
  if (!found.ok) throw new Error(found.message);
  return found;
};
const problem = (text: string) => {
  const found = readCurl(text);
  return found.ok ? null : found.message;
};
type Operation = { parameters?: object[]; requestBody?: { content: Record<string, { schema: object }> } };
const operations = (text: string) => read(text).document.paths as Record<string, Record<string, Operation>>;
const bodyOf = (text: string) => operations(text)['/orders']?.post?.requestBody?.content;

test('a command becomes an operation with typed parameters, and its secret is not in the document', () => {
  const found = read(`curl -X POST "https://api.pet-shop.example/v1/orders/1042/lines?dry_run=true&limit=5&tag=a&tag=b" \\
    -H 'Authorization: Bearer sk_live_secret' -H 'Content-Type: application/json' -H 'Shop-Version: 2026-01' \\
    --data-raw '{"sku": "tea", "quantity": 2, "price": 1.5, "gift": true, "note": {"text": "Hi"}}'`);
  expect(found).toMatchObject({ secrets: { kind: 'bearer', token: 'sk_live_secret' }, operationCount: 1 });
  expect(JSON.stringify(found.document)).not.toContain('sk_live_secret');
  expect(found.document).toMatchObject({
    info: { title: 'Pet shop' },
    servers: [{ url: 'https://api.pet-shop.example/v1' }],
    paths: {
      '/orders/{orderId}/lines': {
        post: {
          parameters: [
            { name: 'orderId', in: 'path', required: true, schema: { type: 'integer' }, example: 1042 },
            { name: 'dry_run', in: 'query', schema: { type: 'boolean' } },
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'Shop-Version', in: 'header', required: true, schema: { type: 'string', default: '2026-01' } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    sku: { type: 'string' },
                    quantity: { type: 'integer' },
                    price: { type: 'number' },
                    gift: { type: 'boolean' },
                    note: { type: 'object' },
                  },
                },
              },
            },
          },
        },
      },
    },
    security: [{ bearer: [] }],
  });
});

test('several commands become one document, which Portage imports with its sign-in', () => {
  const { document } = read(`# Orders of the shop
    $ curl https://shop.example/api/orders -u 'ada:pass word'; curl https://shop.example/api/orders/{id} -u 'ada:pass word'
    curl -XDELETE https://shop.example/api/orders/7 -u 'ada:pass word' && curl https://shop.example/api/orders -d total=3`);
  const imported = importDocument(JSON.stringify(document));
  if (!imported.ok) throw new Error('not imported');
  expect(imported.summary.operations.map(({ id }) => id)).toEqual([
    'GET /orders',
    'POST /orders',
    'GET /orders/{id}',
    'DELETE /orders/{orderId}',
  ]);
  expect(proposeType(imported.summary, document)).toMatchObject({
    title: 'Shop',
    servers: [{ url: 'https://shop.example/api' }],
    signIns: [{ authorizationType: 'Basic' }],
    testPaths: ['/orders'],
  });
});

test.each([
  ["-H 'Authorization: Bearer t'", { kind: 'bearer', token: 't' }],
  ['--oauth2-bearer t', { kind: 'bearer', token: 't' }],
  ['-u ada:pa:ss', { kind: 'basic', username: 'ada', password: 'pa:ss' }],
  ['-u sk_test:', { kind: 'basic', username: 'sk_test', password: '' }],
  ['-sSuada:pass', { kind: 'basic', username: 'ada', password: 'pass' }],
  ["-H 'Authorization: Basic YWRhOnDDpHNz'", { kind: 'basic', username: 'ada', password: 'päss' }],
  ["-H 'authorization: Token t'", { kind: 'keys', keys: [{ in: 'header', name: 'authorization', value: 'Token t' }] }],
  ["-H 'X-Api-Key: k'", { kind: 'keys', keys: [{ in: 'header', name: 'X-Api-Key', value: 'k' }] }],
  [
    "-H 'X-App-Id: i' -H 'X-App-Key: k'",
    {
      kind: 'keys',
      keys: [
        { in: 'header', name: 'X-App-Id', value: 'i' },
        { in: 'header', name: 'X-App-Key', value: 'k' },
      ],
    },
  ],
  ['-G -d api_key=k -d page=2', { kind: 'keys', keys: [{ in: 'query', name: 'api_key', value: 'k' }] }],
  ["-H 'Accept: application/json'", { kind: 'none' }],
])('the sign-in of %s is recognised', (options, secrets) => {
  const found = read(`curl https://shop.example/orders ${options}`);
  expect(found.secrets).toEqual(secrets);
  expect(JSON.stringify(found.document)).not.toMatch(/YWRh|p[aä]ss|"(k|t|i)"|Token t/);
});

test('user and password in the address are a sign-in, too', () => {
  const found = read('curl https://ada:p%40ss@shop.example/orders');
  expect(found.secrets).toEqual({ kind: 'basic', username: 'ada', password: 'p@ss' });
  expect(JSON.stringify(found.document)).not.toMatch(/ada|p@ss|p%40ss/);
});

test.each([
  ['-d \'{"a": 1}\'', { 'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } } }],
  ["--json '{\"a\": ' --json '1}'", { 'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } } }],
  [
    "-d a=1 -d 'b=x y' --data-urlencode 'c=ä&=1'",
    {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' }, c: { type: 'string' } } },
      },
    },
  ],
  [
    '-F name=Ada -F "photo=@me.png;type=image/png"',
    {
      'multipart/form-data': {
        schema: { type: 'object', properties: { name: { type: 'string' }, photo: { type: 'string', format: 'binary' } } },
      },
    },
  ],
  ["-H 'Content-Type: application/xml; charset=utf-8' -d '<a/>'", { 'application/xml': { schema: { type: 'string' } } }],
  [
    "--data-raw '@ada'",
    { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { '@ada': { type: 'string' } } } } },
  ],
  ['-d $\'{"a": "it\\\'s \\u00e4\\n"}\'', null],
  ['-d "{\\"a\\": \\"$HOME\\"}"', { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } }],
])('the body %s is described', (options, content) => {
  const found = bodyOf(`curl https://shop.example/orders ${options}`);
  if (content === null) expect(Object.keys(found ?? {})).toEqual(['application/x-www-form-urlencoded']);
  else expect(found).toEqual(content);
});

test.each([
  ['curl https://shop.example/orders', 'get'],
  ['curl -I https://shop.example/orders', 'head'],
  ['curl -X put https://shop.example/orders', 'put'],
  ['curl -sSLXPATCH --url https://shop.example/orders --compressed -o /dev/null', 'patch'],
  ['curl -G https://shop.example/orders -d page=1', 'get'],
  ["curl.exe 'https://shop.example/orders' --max-time 5 | jq .", 'get'],
  ['curl \\\r\n  https://shop.example/orders \\  \n  -fsS', 'get'],
  ["cd shop && curl 'https://shop.example/'orders", 'get'],
  ['curl shop.example/orders', 'get'],
])('%s is one call', (text, method) => {
  expect(Object.keys(operations(text)['/orders'] ?? {})).toEqual([method]);
});

test.each([
  ['/orders/{order_id}', '/orders/{order_id}'],
  ['/orders/:id/lines/<line>', '/orders/{id}/lines/{line}'],
  ['/orders/$ORDER', '/orders/{ORDER}'],
  ['/orders/123e4567-e89b-12d3-a456-426614174000', '/orders/{orderId}'],
  ['/companies/cus_9s6XKzkNRiz8i3', '/companies/{companyId}'],
  ['/boxes/1/boxes/2', '/boxes/{boxId}/boxes/{boxId2}'],
  ['/orders/open', '/orders/open'],
  ['/reports/2026-01', '/reports/2026-01'],
  ['/caf%C3%A9/menu', '/caf%C3%A9/menu'],
  ['', '/'],
])('the path %s is %s', (path, expected) => {
  expect(Object.keys(operations(`curl 'https://shop.example${path}'`))).toEqual([expected]);
});

test.each([
  ['wget https://shop.example', /isn’t a cURL command/],
  ['curl', /no address/],
  ['curl -H', /-H has no value/],
  ["curl 'https://shop.example", /opened and never closed/],
  ['curl "https://shop.example', /opened and never closed/],
  ["curl $'https://shop.example", /opened and never closed/],
  ['curl https://shop.example -d @-', /reads its standard input/],
  ['curl https://shop.example --json @order.json', /reads the file order\.json/],
  ['curl https://shop.example -F note=<note.txt', /reads the file note\.txt/],
  ['curl https://shop.example -F nonsense', /needs a name and a value/],
  ['curl https://shop.example -T photo.png', /sends a file as the whole body/],
  ['curl https://shop.example --cert me.pem', /client certificate/],
  ['curl https://shop.example --digest -u a:b', /Digest/],
  ['curl https://shop.example --frobnicate', /--frobnicate isn’t known/],
  ['curl https://shop.example -d "$(cat order.json)"', /command inside the command/],
  ['curl https://a.example https://b.example', /more than one address/],
  ['curl https://a.example\ncurl https://b.example', /different systems: https:\/\/a\.example and https:\/\/b\.example/],
  ['curl ftp://shop.example', /isn’t a web address/],
  ['curl $HOST/orders', /isn’t a web address/],
  ["curl https://shop.example -H 'Content-Type: application/json' -d '{a}'", /isn’t valid JSON/],
])('%s is refused in words', (text, message) => {
  expect(problem(text)).toMatch(message);
});

test('cookies and values of the browser are left out', () => {
  const found = read("curl https://shop.example/orders -b 'sid=abc' -H 'Cookie: sid=abc' -H 'sec-ch-ua: x' -A Mozilla");
  expect(JSON.stringify(found.document)).not.toMatch(/abc|sec-ch|Mozilla/);
});

test('a document is not taken for a command', () => {
  expect(isCurl('  curl https://shop.example')).toBe(true);
  expect(isCurl('# orders\n$ curl https://shop.example')).toBe(true);
  expect(isCurl('openapi: 3.1.0\ninfo: { description: use curl https://shop.example }')).toBe(false);
  expect(isCurl('{"openapi": "3.1.0"}')).toBe(false);
});
