import { expect, test } from 'vitest';
import { replaceSecrets } from './replace-secrets.ts';

const SECRET = 'sk-live-51H8s';
const hide = (value: unknown) => replaceSecrets(value, ({ kind }) => `<${kind}>`);

test.each<[string, unknown]>([
  ['a member', { apiKey: SECRET }],
  ['a header', { headers: { 'X-Api-Key': SECRET, authorization: `Bearer ${SECRET}` } }],
  ['a header of a response', { responseHeaders: { 'set-cookie': `sid=${SECRET}` } }],
  ['a query parameter', { query: { key: SECRET } }],
  ['a list', { clientSecret: [SECRET, [SECRET]] }],
  ['a value in an object under its name', { password: { value: SECRET } }],
  ['a row with its key', { keyValues: [{ key: 'apiToken', valueExpression: SECRET }] }],
  ['a row with its name', { fields: [{ name: 'password', value: SECRET }] }],
  ['a mapping', { toParameterPath: 'header.Authorization', fromParameterExpression: SECRET }],
  ['a mapping with its path in brackets', { toParameterPath: 'header["Authorization"]', fromParameterExpression: SECRET }],
  ['a mapping in single quotes', { toParameterPath: "body['login']['client_secret']", fromParameterExpression: SECRET }],
  ['a mapping to an item', { toParameterPath: 'body.users[0].password', fromParameterExpression: SECRET }],
  ['an address', { url: `https://api.example.com/a?api_key=${SECRET}&page=2` }],
  ['an escaped name in an address', { url: `https://api.example.com/a?api%5Fkey=${SECRET}` }],
  ['the user of an address', { url: `postgres://ann:${SECRET}@db.example.com/a` }],
  ['the path of an address', { url: `https://hooks.slack.com/services/${SECRET}` }],
  ['JSON', { body: `{"user": "ann", "password": "${SECRET}"}` }],
  ['JSON with expressions', { body: `{"user": \${Data.user}, "password" : "${SECRET}"}` }],
  ['a list in JSON', { body: `{"recoveryCode": ["${SECRET}", "${SECRET}"]}` }],
  ['JSON in JSON', { body: JSON.stringify({ inner: JSON.stringify({ apiKey: SECRET }) }) }],
  ['JSON twice in JSON', { body: JSON.stringify([JSON.stringify({ a: JSON.stringify({ apiKey: SECRET }) })]) }],
  ['a form', { body: `grant_type=password&password=${SECRET}` }],
  ['XML', { body: `<login><user>ann</user><wsse:Password Type="text">${SECRET}</wsse:Password></login>` }],
  ['a script', { script: `const apiKey = '${SECRET}';\nreturn apiKey;` }],
  ['a member in a script', { script: `return call({ password: "${SECRET}" });` }],
  ['a header in a script', { script: `return { 'X-Api-Key': \`${SECRET}\` };` }],
  ['lines of headers', { text: `GET / HTTP/1.1\r\nX-Api-Key: ${SECRET}\r\nAccept: */*` }],
  ['a command', { text: `curl -H "Authorization: Token ${SECRET}" https://example.com` }],
  ['a scheme', { text: `Sent with Bearer ${SECRET}.` }],
  ['a secret that holds another', { text: `Cookie: a=1; token=${SECRET}` }],
])('%s loses its secret', (_, value) => {
  expect(JSON.stringify(hide(value))).not.toContain(SECRET);
});

test.each<[string, unknown]>([
  ['a PIN', { pin: 4711 }],
  ['a PIN in JSON', { text: '{"pin": 4711, "a": 1}' }],
])('%s as a number counts', (_, value) => {
  const hidden = JSON.stringify(hide(value));
  expect(hidden).not.toContain('4711');
  expect(hidden).toContain('<number>');
});

test.each<unknown>([
  { headers: { Authorization: 'Bearer ${Data.token}', Accept: 'application/json' } },
  { password: '', apiKey: '••••••••••••••••••••', accessToken: '[redacted]' },
  { tokens: 512, hasPassword: true, secret: null },
  { url: 'https://api.example.com/a?page=2&sort_key=a', body: 'user=ann&city=Bern' },
  { parameters: [{ key: 'key', name: 'name', value: 'value' }] },
  { script: 'const total = 12; return { name: "Ann" };', description: 'Enter a password: at least 8 characters.' },
  { nextPageToken: 'abc', postalCode: '3000', pincode: '560001' },
])('what is not secret is unchanged: %j', (value) => {
  expect(hide(value)).toEqual(value);
});

test('the rest of a text is unchanged, character by character', () => {
  const text = '{ "id": 12345678901234567890,\n  "password":"a\\"b\\\\", "z": 1.0 }';
  expect(hide({ text })).toEqual({ text: '{ "id": 12345678901234567890,\n  "password":"<text>", "z": 1.0 }' });
});

test('a long text takes time proportional to its length', () => {
  const attempts = [
    '"password":"'.repeat(30_000),
    'password: "'.repeat(30_000),
    '\\'.repeat(300_000),
    'password'.repeat(40_000),
    '"a'.repeat(150_000),
    `password=${' '.repeat(300_000)}`,
    '<a '.repeat(100_000),
    'a:'.repeat(150_000),
  ];
  for (const text of attempts) expect(hide(text)).toBeTypeOf('string');
}, 60_000);
