import { MAX_API_KEYS } from '@portage/contracts';
import { schema } from '@portage/database';
import { desc, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { type ApiResponse, api, createApiKey, database, fetchWorker, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import type { RequestContext } from '../http/context.ts';
import { rawRoute } from '../http/implement.ts';
import { createRouter } from '../http/router.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { authorize } from '../sessions/authorize.ts';
import { makeApiKeyText } from './key-text.ts';

const ME = 'GET /api/users/me';
const asked = { name: 'Nightly', scopes: ['run', 'read', 'run'], expiresAt: null as string | null };

const make = ({ token }: Pick<Person, 'token'>, fields: Partial<typeof asked> = {}) =>
  api('POST /api/account/keys', { token, body: { ...asked, ...fields } });
const signs = ({ status, code }: ApiResponse) => [status, code];
const listAuditRows = ({ row }: Person) =>
  database().select().from(schema.auditLog).where(eq(schema.auditLog.actorUserId, row.id)).orderBy(desc(schema.auditLog.id));

test('a key is shown once, acts as its person, and only its hash is stored', async () => {
  const person = await signedInPerson();
  const { status, headers, body } = await make(person);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.key).toMatchObject({ name: 'Nightly', scopes: ['read', 'run'], lastUsedAt: null, expiresAt: null, isExpired: false });
  expect(body.secret.slice(-4)).toBe(body.key.lastFour);
  expect((await api(ME, { token: body.secret })).body.user.id).toBe(person.row.id);

  const list = await api('GET /api/account/keys', { token: person.token });
  expect(list.body.keys).toMatchObject([{ id: body.key.id, name: 'Nightly', lastUsedAt: expect.any(String) }]);
  const rows = await database().select().from(schema.apiKeys).where(eq(schema.apiKeys.userId, person.row.id));
  for (const shown of [list.body, rows, await listAuditRows(person)]) expect(JSON.stringify(shown)).not.toContain(body.secret.slice(8, 40));
});

test('HOSTILE 44: guessed, truncated, revoked and expired keys, and keys outside the header, sign nobody in', async () => {
  const person = await signedInPerson();
  const { body } = await make(person, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect((await api(ME, { token: body.secret })).status).toBe(200);
  const later = await api(ME, { token: body.secret, now: new Date(Date.now() + 61_000) });
  expect([...signs(later), later.message]).toEqual([401, 'unauthorized', 'This API key is unknown, has expired or was revoked.']);
  expect(later.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  const guessed = await api(ME, { token: makeApiKeyText() });
  expect([...signs(guessed), guessed.message]).toEqual([401, 'unauthorized', later.message]);
  const cut = await api(ME, { token: body.secret.slice(0, -1) });
  expect([...signs(cut), cut.message]).toEqual([401, 'unauthorized', expect.stringContaining('a complete API key')]);

  const elsewhere = [
    api(`${ME}?access_token=${body.secret}`),
    api(ME, { headers: { cookie: `token=${body.secret}` } }),
    api(ME, { headers: { 'x-api-key': body.secret } }),
    api(ME, { headers: { authorization: `Basic ${btoa(`${body.secret}:`)}` } }),
  ];
  for (const { status } of await Promise.all(elsewhere)) expect(status).not.toBe(200);

  expect((await api(`DELETE /api/account/keys/${body.key.id}`, { token: person.token })).status).toBe(200);
  expect((await api(ME, { token: body.secret })).status).toBe(401);
  expect((await api(`DELETE /api/account/keys/${body.key.id}`, { token: person.token })).status).toBe(404);
});

test('HOSTILE 44: a deleted person’s keys stop at once, and a former admin’s key has no admin rights', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
  const [ofAdmin, ofPerson] = [await createApiKey(admin, 'read'), await createApiKey(person, 'read')];
  expect((await api(`DELETE /api/users/${person.row.id}`, { token: admin.token })).status).toBe(200);
  expect((await api(ME, { token: ofPerson })).status).toBe(401);
  expect((await api('GET /api/users', { token: ofAdmin })).status).toBe(200);
  await database().update(schema.users).set({ roles: [] }).where(eq(schema.users.id, admin.row.id));
  expect(signs(await api('GET /api/users', { token: ofAdmin }))).toEqual([403, 'forbidden']);
});

test('metrics are scraped with an admin’s read-only key', async () => {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const token = await createApiKey(admin, 'read');
  const text = await scrape(token);
  expect(text).toContain('# TYPE portage_runs_open gauge');
  expect(signs(await api('GET /api/metrics', { token: await createApiKey(await signedInPerson(), 'read') }))).toEqual([403, 'forbidden']);
  expect(signs(await api('GET /api/metrics', { token: await createApiKey(admin, 'run', 'manage') }))).toEqual([403, 'api-key-scope']);
});

test('HOSTILE 44: a person has a limited number of keys, none with an end in the past, and others see none of them', async () => {
  const [person, stranger] = [await signedInPerson(), await signedInPerson()];
  expect(signs(await make(person, { expiresAt: new Date(Date.now() - 1_000).toISOString() }))).toEqual([400, 'validation']);
  expect((await make(person, { scopes: [] })).message).toBe('Please choose at least one scope');
  expect((await make(person, { name: '  ' })).message).toBe('Please enter a name');
  expect((await make(person, { scopes: ['read', 'admin'] })).status).toBe(400);
  const made = await Promise.all(Array.from({ length: MAX_API_KEYS + 3 }, () => make(person)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(MAX_API_KEYS);
  expect(made.find(({ status }) => status !== 200)).toMatchObject({ status: 409, code: 'too-many-api-keys' });
  expect((await api('GET /api/account/keys', { token: stranger.token })).body.keys).toEqual([]);
});

test('HOSTILE 44: the audit log has created and revoked keys, and what an admin’s key changed, with the key’s name', async () => {
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const { body } = await make(admin, { name: 'Pipeline', scopes: ['manage', 'read'] });
  const key = { id: body.key.id, name: 'Pipeline' };
  const created = await api('POST /api/workflows', { token: body.secret, body: { name: 'Made by a program' } });
  expect(created.status).toBe(200);
  const quiet = await api(`GET /api/workflows/instances/none/cancel`, { token: body.secret });
  expect(quiet.status).not.toBe(200);
  expect((await api('POST /api/files/upload-text?fileName=a.txt', { token: body.secret, rawBody: 'a' })).status).toBe(200);
  await api(`DELETE /api/account/keys/${key.id}`, { token: admin.token });
  expect((await listAuditRows(admin)).map(({ action, details }) => [action, details.apiKey ?? details.keyId])).toEqual([
    ['api-key.revoked', key.id],
    ['api-key.call', key],
    ['workflow.created', key],
    ['api-key.created', key.id],
  ]);
});

test('a plain person’s program leaves the same audit entries as the person would, with the key’s name', async () => {
  const person = await signedInPerson();
  const token = await createApiKey(person, 'manage', 'read');
  await api('POST /api/workflows', { token, body: { name: 'Made by a program' } });
  await api('POST /api/files/upload-text?fileName=a.txt', { token, rawBody: 'a' });
  const [latest, first] = await listAuditRows(person);
  expect([latest?.action, latest?.details.apiKey, first?.action]).toEqual([
    'workflow.created',
    { id: expect.any(String), name: 'For manage,read' },
    'api-key.created',
  ]);
});

test('an admin who acts as a person may see and revoke their keys, but not make any', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
  const { body } = await make(person);
  const token = await impersonate(admin.row.id, person.row.id);
  expect(signs(await make({ token }))).toEqual([403, 'not-while-impersonating']);
  expect((await api('GET /api/account/keys', { token })).body.keys).toHaveLength(1);
  expect((await api(`DELETE /api/account/keys/${body.key.id}`, { token })).status).toBe(200);
  expect((await api(ME, { token: body.secret })).status).toBe(401);
  const [line] = await listAuditRows(person);
  expect(line).toMatchObject({ action: 'api-key.revoked', impersonatorUserId: admin.row.id });
});

test('a key counts against the limits of its owner', async () => {
  const person = await signedInPerson({ showAIChat: true });
  const token = await createApiKey(person, 'manage');
  const rule = rateLimitRules.assistantByUserAndMinute;
  const now = new Date();
  const context = { db: database(), now: () => now } as unknown as RequestContext;
  for (let attempt = 0; attempt < rule.limit; attempt += 1) await limitAttempts(context, [{ rule, parts: [person.row.id] }]);
  const body = { model: 'gpt-4o-mini', prompt: 'double it', content: 'return 1;' };
  const response = await api('POST /api/ai-custom-script/adjust-with-ai', { token, body, now });
  expect(response.status).toBe(429);
});

test('HOSTILE 44: a key never appears in the log or in an error, even if code puts it there', async () => {
  const token = await createApiKey(await signedInPerson(), 'read', 'manage');
  const lines: string[] = [];
  const spies = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.join(' '))),
  );
  const careless = rawRoute(['GET'], '/api/careless', { access: 'user', effect: 'read' }, ({ request }) => {
    throw new Error(`Could not call with ${request.headers.get('authorization')}`);
  });
  try {
    const response = await api('GET /api/careless', { token, app: createRouter({ routes: [careless], authorize }) });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain(token);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(lines.join('\n')).toContain('Could not call with Bearer portage_[redacted]');
  expect(lines.join('\n')).not.toContain(token);
});

async function scrape(token: string): Promise<string> {
  const response = await fetchWorker('/api/metrics', { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.text();
}
