import { expect, test } from 'vitest';
import { importDocument } from '../document/import-document.ts';
import { resolveBaseUrl } from './base-url.ts';

const host = 'https://two.example.com';

test.each<[string, string | undefined, string | undefined, string | null, string | null]>([
  ['the document’s server', `${host}/v1`, undefined, null, `${host}/v1`],
  ['the entered address', `${host}/v1`, undefined, 'https://sandbox.example.com/v1', 'https://sandbox.example.com/v1'],
  ['nothing', undefined, undefined, null, null],
  ['nothing of a server without a host', '/api/v3', undefined, null, null],
  ['a server without a host, behind the entered one', '/api/v3', undefined, 'https://pets.example.com', 'https://pets.example.com/api/v3'],
  ['the same, with a slash', '/api/v3', undefined, 'https://pets.example.com/', 'https://pets.example.com/api/v3'],
  ['the entered address, whose path counts', '/api/v3', undefined, 'https://pets.example.com/api/v4', 'https://pets.example.com/api/v4'],
  ['an operation’s server', `${host}/v1`, `${host}/v2`, null, `${host}/v2`],
  [
    'an operation’s server at the entered host',
    `${host}/v1`,
    `${host}/v2`,
    'https://sandbox.example.com/v1',
    'https://sandbox.example.com/v2',
  ],
  [
    'an operation’s server behind a gateway',
    `${host}/v1`,
    `${host}/v2`,
    'https://gate.example.com/two/v1',
    'https://gate.example.com/two/v2',
  ],
  ['an operation’s path at the entered host', `${host}/v1`, '/v3', 'https://sandbox.example.com/v1', 'https://sandbox.example.com/v3'],
  ['an operation’s path behind a gateway', '/v1', '/v3', 'https://gate.example.com/two/v1', 'https://gate.example.com/two/v3'],
  [
    'an operation’s own host',
    `${host}/v1`,
    'https://files.example.com/v1',
    'https://sandbox.example.com/v1',
    'https://files.example.com/v1',
  ],
  ['an operation’s own host without any other', undefined, 'https://files.example.com', null, 'https://files.example.com'],
])('an operation’s base URL with %s', (_name, first, server, wanted, expected) => {
  const servers = first === undefined ? [] : [{ url: first }];
  expect(resolveBaseUrl({ servers }, server === undefined ? {} : { server }, wanted)).toBe(expected);
});

const responses = { '200': { description: 'ok' } };

function imported(document: object): [servers: string[], warnings: [string, string][]] {
  const read = importDocument(JSON.stringify({ openapi: '3.0.3', info: {}, paths: { '/a': { get: { responses } } }, ...document }));
  if (!read.ok) throw new Error('refused');
  return [read.summary.servers.map(({ url }) => url), read.warnings.map(({ code, message }) => [code, message])];
}

test('the import warns about addresses that a person has to know', () => {
  const variables = { region: { default: 'eu', enum: ['eu', 'us', 'ap'] }, tenant: { default: 'demo' } };
  expect(imported({ servers: [{ url: 'https://{region}.example.com/{tenant}', variables }] })).toEqual([
    ['https://eu.example.com/demo'],
    [['server-variables', expect.stringContaining('region = eu (or us, ap); tenant = demo.')]],
  ]);
  expect(imported({ servers: [{ url: 'https://{region}.example.com', variables: { region: { enum: ['eu', 'us'] } } }] })[0]).toEqual([
    'https://eu.example.com',
  ]);
  expect(imported({ servers: [{ url: '/api/v3' }] })[1]).toEqual([
    ['server-relative', expect.stringContaining('https://api.example.com/api/v3')],
  ]);
  const paths = { '/a': { servers: [{ url: `${host}/v2` }], get: { responses }, put: { responses } } };
  expect(imported({ servers: [{ url: `${host}/v1` }], paths })[1]).toEqual([
    [
      'own-server',
      `GET /a and 1 more operations have the address ${host}/v2. With another base URL, they are called at its host, and keep this path.`,
    ],
  ]);
});

test('a Swagger document without a host uses its server path', () => {
  expect(imported({ openapi: undefined, swagger: '2.0', basePath: '/v2' })[0]).toEqual(['/v2']);
});
