// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { describe, expect, test } from 'vitest';
import { makeConnection } from '../../test/connection-harness.ts';
import { callsTo, chain, randomText, start, testEnv, until } from '../../test/harness.ts';

/** Values that a caller of a public webhook may send. */
const hostile = [
  '../../admin',
  '../admin/delete-all?x=',
  '..',
  '.',
  '..\\admin',
  '%2e%2e%2fadmin',
  '%252e%252e%252fadmin',
  '．．／admin',
  '/admin',
  '//evil.example/',
  'a/b\\c',
  '1?role=admin',
  '1#x',
  'ann+test@x.com&admin=true#',
  'R&D #1',
  '\r\nX-Injected: 1',
  'https://evil.example/x',
  '@evil.example',
  '',
];

const key = 'sk_live_4242424242';
const id = '${Steps["start"].Payload.id}';

async function callWith(value: string, step: object, below: string) {
  const { runId } = await start(chain({ stepId: 'call', type: 'HttpRequest', ...step }), { id: value });
  const run = await until(runId);
  return { run, calls: await callsTo(below) };
}

describe.each([false, true])('HOSTILE 36: values in the address of an HTTP request (with a connector: %s)', (isConnected) => {
  async function setUp() {
    const root = `/echo/${randomText()}`;
    const base = testEnv.TARGET + root;
    if (!isConnected) return { root, base, extra: {} };
    const connectorId = await makeConnection({ type: { baseUrl: base }, secrets: { apiKey: key } });
    return { root, base: '', extra: { connectorId } };
  }

  test.each(hostile)('%j stays in its part of the path, or nothing is sent', async (value) => {
    const { root, base, extra } = await setUp();
    const { run, calls } = await callWith(value, { url: `${base}/users/${id}/notes`, ...extra }, root);
    if (calls.length === 0) {
      expect(run).toMatchObject({
        status: 'Failed',
        errorMessage: expect.stringMatching(/^The value .*\(at character \d+ of the expression\)$/),
      });
      return;
    }
    expect(run.status).toBe('Succeeded');
    const [, , , users, sent, notes, ...more] = new URL(calls[0]?.path ?? '', 'http://x').pathname.split('/');
    expect([users, decodeURIComponent(sent ?? ''), notes, more]).toEqual(['users', value, 'notes', []]);
  });

  test.each(hostile)('%j stays in its query parameter', async (value) => {
    const { root, base, extra } = await setUp();
    const url = `${base}/s?q=${id}&size=10`;
    const queryParameters = [{ name: 'also', valueExpression: '$Steps["start"].Payload.id' }];
    const { run, calls } = await callWith(value, { url, queryParameters, ...extra }, root);
    expect(run.errorMessage).toBeNull();
    const sent = new URL(calls[0]?.path ?? '', 'http://x');
    expect(sent.pathname).toBe(`${root}/s`);
    expect([...sent.searchParams]).toEqual([
      ['q', value],
      ['size', '10'],
      ['also', value],
    ]);
  });

  test('a header accepts no line break from a value', async () => {
    const { root, base, extra } = await setUp();
    const { run, calls } = await callWith('a\r\nX-Injected: 1', { url: `${base}/h`, headers: { 'x-id': id }, ...extra }, root);
    expect(run.status).toBe('Failed');
    expect(run.errorMessage).toContain('x-id');
    expect(calls).toEqual([]);
  });
});

describe('HOSTILE 36: a value that begins the address', () => {
  async function connected() {
    const root = `/echo/${randomText()}`;
    const connectorId = await makeConnection({ type: { baseUrl: `${testEnv.TARGET}${root}/v1` }, secrets: { apiKey: key } });
    return { root, connectorId };
  }

  test.each([['/../admin'], ['/%2e%2e/admin'], ['/x/..%2f..%2fadmin'], ['/..\\admin']])(
    'sends no connector call outside its base address: the path %s',
    async (path) => {
      const { root, connectorId } = await connected();
      const { run, calls } = await callWith(path, { url: id, connectorId }, root);
      expect(run.errorMessage).toContain('the value in the URL leads outside');
      expect(calls).toEqual([]);
    },
  );

  test('sends no connector call outside its base address: whole addresses', async () => {
    for (const [path, isBelow] of [
      ['/v1/orders?page=2', true],
      ['/v1', true],
      ['/v2/orders', false],
      ['/v1x/orders', false],
      ['/v1/../admin', false],
    ] as const) {
      const { root, connectorId } = await connected();
      const { run, calls } = await callWith(testEnv.TARGET + root + path, { url: id, connectorId }, root);
      expect([path, run.status, calls.map(({ path: sent }) => sent)]).toEqual([
        path,
        isBelow ? 'Succeeded' : 'Failed',
        isBelow ? [root + path] : [],
      ]);
    }
  });

  test('may be the base address of a call without a connector, and a connector’s key only goes to its own system', async () => {
    const root = `/echo/${randomText()}`;
    const free = await callWith(testEnv.TARGET + root, { url: `${id}/orders` }, root);
    expect(free.calls.map(({ path: sent }) => sent)).toEqual([`${root}/orders`]);
    const { connectorId } = await connected();
    const other = await callWith(testEnv.OTHER_TARGET + root, { url: `${id}/orders`, connectorId }, root);
    expect(other.run.errorMessage).toContain('may be used for calls to');
    expect(await callsTo(root, testEnv.OTHER_TARGET)).toEqual([]);
    const elsewhere = await callWith(testEnv.TARGET + root, { url: `${id}/orders2`, connectorId }, `${root}/orders2`);
    expect(elsewhere.run.errorMessage).toContain('leads outside');
    expect(elsewhere.calls).toEqual([]);
  });
});
