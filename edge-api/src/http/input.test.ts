import type { CallDeclarations } from '@portage/contracts';
import { schema } from '@portage/database';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { api, database, mailsTo, makeUser, signedInPerson } from '../../test/api.ts';
import { authorize } from '../sessions/authorize.ts';
import { payloadTooLarge } from './api-problem.ts';
import { implement, rawRoute } from './implement.ts';
import { createRouter } from './router.ts';

const signUp = 'POST /api/users/signup';
const good = () => ({ firstName: 'A', lastName: 'B', email: `${crypto.randomUUID()}@example.test`, password: 'a1!x9z' });

test('an unknown field is refused by name, and nothing is stored', async () => {
  const body = { ...good(), isAdmin: true, roles: ['ADMIN'] };
  const response = await api(signUp, { body });
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    isSuccess: false,
    errors: [
      {
        userMessage: 'Unknown fields "isAdmin", "roles". This call accepts firstName, lastName, email, password, refCode, firstAdminToken.',
        message: 'Unknown fields "isAdmin", "roles". This call accepts firstName, lastName, email, password, refCode, firstAdminToken.',
        code: 'validation',
        field: 'isAdmin',
      },
    ],
  });
  expect(await database().select().from(schema.users).where(eq(schema.users.email, body.email))).toEqual([]);
});

test('an unknown query field and __proto__ are refused too', async () => {
  const { token } = await signedInPerson({ roles: ['ADMIN'] });
  expect((await api('GET /api/users?evil=1', { token })).message).toContain('Unknown query parameter "evil".');
  const response = await api(signUp, {
    rawBody: JSON.stringify(good()).replace('{', '{"__proto__":{"roles":["ADMIN"]},'),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  expect(response.message).toContain('Unknown field "__proto__".');
});

test.each([
  [{ firstName: 1 }, 'firstName'],
  [{ firstName: null }, 'firstName'],
  [{ lastName: ['x'] }, 'lastName'],
  [{ email: { $ne: null } }, 'email'],
  [{ password: true }, 'password'],
])('the wrong type %j is refused by its field’s name', async (fields, field) => {
  const response = await api(signUp, { body: { ...good(), ...fields } });
  expect(response.status).toBe(400);
  expect(response.body.errors[0].field).toBe(field);
  expect(response.message).toContain(`"${field}"`);
});

test('a switch that is neither on nor off is refused with the allowed values', async () => {
  const { token } = await signedInPerson();
  expect((await api('GET /api/workflows?activeOnly=yes', { token })).message).toBe('Field "activeOnly" must be true or false.');
});

test('a missing field is named', async () => {
  const { firstName: _, ...body } = good();
  expect((await api(signUp, { body })).message).toBe('Field "firstName" is required.');
});

test.each(['', '{', 'null', '[]', '"text"', '{"email":"\\ud800"}', '{"a":1}x', '\u0000'])('the body %j is refused', async (rawBody) => {
  const response = await api(signUp, { rawBody, headers: { 'content-type': 'application/json' } });
  expect(response.status).toBe(400);
  expect(response.body.isSuccess).toBe(false);
});

test('bytes that aren’t UTF-8 aren’t JSON', async () => {
  const rawBody = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
  expect((await api(signUp, { rawBody, headers: { 'content-type': 'application/json' } })).code).toBe('invalid-json');
});

test('a body not declared as JSON is refused', async () => {
  const rawBody = JSON.stringify(good());
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp']) {
    expect((await api(signUp, { rawBody, headers: { 'content-type': type } })).status).toBe(415);
  }
});

test('a body over 2 MB is refused, announced or streamed; an endless one is cut off', async () => {
  const rawBody = `{"firstName":"${'x'.repeat(2_000_000)}"}`;
  const announced = await api(signUp, { rawBody, headers: { 'content-type': 'application/json' } });
  expect(announced.status).toBe(413);
  expect(announced.code).toBe('payload-too-large');

  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 100_000;
      controller.enqueue(new Uint8Array(100_000).fill(0x20));
    },
  });
  const streamed = await api(signUp, { rawBody: endless, headers: { 'content-type': 'application/json' } });
  expect(streamed.status).toBe(413);
  // The rest is read for a while, so that the sender sees the response, and then no more.
  expect(sent).toBeLessThan(40_000_000);
});

test('a body over a limit below 1 MB gets a message with the limit', () => {
  expect(payloadTooLarge(500_000).message).toBe('The body is larger than 500 KB.');
});

test('a body nested 100,000 deep is refused and does no harm', async () => {
  const rawBody = `{"firstName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const response = await api(signUp, { rawBody, headers: { 'content-type': 'application/json' } });
  expect(response.status).toBe(400);
});

test.each(["'; drop table users; --", '" or ""="', '%', '\\', '$1', "Robert'); select pg_sleep(10); --"])(
  'text that looks like SQL is just text: %s',
  async (text) => {
    const { token } = await signedInPerson();
    const saved = await api('PUT /api/users/info', { token, body: { jobTitle: text } });
    expect(saved.body.user.jobTitle).toBe(text);
    const admin = await signedInPerson({ roles: ['ADMIN'] });
    const found = await api(`GET /api/users?userEmail=${encodeURIComponent(`${text}${crypto.randomUUID()}`)}`, { token: admin.token });
    expect(found.body).toEqual({ users: [], totalCount: 0 });
  },
);

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '#{7*7}', '{{constructor}}'])(
  'HOSTILE 31: a name like %s is stored unchanged and sent as JSON that no browser runs',
  async (text) => {
    const response = await api(signUp, { body: { ...good(), firstName: text } });
    expect(response.body.user.firstName).toBe(text);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);

test('HOSTILE 31: a name in the reset mail is plain text', async () => {
  const row = await makeUser({ firstName: '<img src=x onerror=alert(1)>' });
  await api('POST /api/users/forgot-password', { body: { email: row.email } });
  const [mail] = await mailsTo(row.email);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('&#60;img');
});

test('an undeclared address is 404, another method 405, both in the error shape', async () => {
  const unknown = await api('GET /api/nothing/here');
  expect([unknown.status, unknown.code]).toEqual([404, 'not-found']);
  const method = await api('DELETE /api/configuration');
  expect([method.status, method.code, method.headers.get('allow')]).toEqual([405, 'method-not-allowed', 'GET']);
  expect((await api('GET /api/workflows/%E0%A4%A')).status).toBe(404);
});

test('an address works with and without a trailing slash', async () => {
  expect((await api('GET /api/configuration/')).status).toBe(200);
  expect((await api('GET /api/configuration')).status).toBe(200);
});

test('an internal error responds with the generic message, reveals nothing and logs its cause', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const faulty = rawRoute(['GET'], '/api/faulty', { access: 'public', effect: 'read' }, async ({ db }) => {
    await db.execute(sql`select ${'secret-word-1'} from no_such_table`);
    return new Response();
  });
  const response = await api('GET /api/faulty', { app: createRouter({ routes: [faulty], authorize }) });
  expect(response.status).toBe(500);
  expect(response.body).toEqual({
    isSuccess: false,
    errors: [{ userMessage: 'An error has occured.', message: 'An error has occured.', code: 'internal' }],
  });
  const logged = JSON.stringify(log.mock.calls);
  log.mockRestore();
  expect(logged).toContain('no_such_table');
  expect(logged).not.toContain('secret-word-1');
});

test('HOSTILE 10: a database that goes away is 503 with a retry time, and reveals nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cutOff = rawRoute(['GET'], '/api/cut-off', { access: 'public', effect: 'read' }, async ({ db }) => {
    await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return new Response();
  });
  const response = await api('GET /api/cut-off', { app: createRouter({ routes: [cutOff], authorize }) });
  log.mockRestore();
  expect([response.status, response.code, response.headers.get('retry-after')]).toEqual([503, 'database-away', '5']);
  expect(JSON.stringify(response.body)).not.toContain('pg_');
});

test('a response that breaks its contract is our fault, and members that the contract doesn’t name are never sent', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const calls = {
    'GET /api/thing': { summary: 'A thing.', access: 'public', effect: 'read', response: z.object({ name: z.string() }) },
  } as const satisfies CallDeclarations;
  const answerWith = (thing: unknown) => {
    const routes = implement(calls, { 'GET /api/thing': () => thing as { name: string } });
    return api('GET /api/thing', { app: createRouter({ routes, authorize }) });
  };
  expect((await answerWith({ name: 'x', passwordHash: 'y' })).body).toEqual({ name: 'x' });
  expect((await answerWith({ name: 1 })).status).toBe(500);
  log.mockRestore();
});

test('a text of twelve million characters is accepted', async () => {
  const call = {
    'POST /api/echo': {
      summary: 'x',
      access: 'public',
      effect: 'read',
      body: z.strictObject({ yaml: z.string() }),
      bodyLimitBytes: 16_000_000,
      response: z.object({ length: z.number() }),
    },
  } as const satisfies CallDeclarations;
  const routes = implement(call, { 'POST /api/echo': ({ body }) => ({ length: body.yaml.length }) });
  const response = await api('POST /api/echo', { body: { yaml: 'x'.repeat(12_000_000) }, app: createRouter({ routes, authorize }) });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ length: 12_000_000 });
});
