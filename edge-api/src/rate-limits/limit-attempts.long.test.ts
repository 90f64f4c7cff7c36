import { expect, test } from 'vitest';
import { api, database, mailsTo, makeUser, signIn, TEST_PASSWORD } from '../../test/api.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from './limit-attempts.ts';
import { rateLimitRules } from './rules.ts';

const createCaller = (name: string) => ({ ipAddress: `${name}-${crypto.randomUUID()}` });

test('HOSTILE 25: a single address can’t lock an account for everybody, however often it tries', async () => {
  const row = await makeUser();
  const stranger = createCaller('stranger');
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 130; attempt += 1) statuses.add((await signIn(row.email, 'wrong one', stranger)).status);
  expect([...statuses]).toEqual([401, 429]);
  expect((await signIn(row.email, TEST_PASSWORD, createCaller('owner'))).status).toBe(200);
});

test('HOSTILE 25: many addresses can’t lock a person out where that person has signed in before', async () => {
  const { email } = await makeUser();
  const now = new Date();
  const home = { ipAddress: '2001:db8:0:7::1', now };
  expect((await signIn(email, TEST_PASSWORD, home)).status).toBe(200);
  const { limit } = rateLimitRules.signInByAccount;
  const subject = { rule: rateLimitRules.signInByAccount, parts: [email.toLowerCase()] };
  const context = { db: database(), now: () => now } as unknown as RequestContext;
  for (let attempt = 0; attempt < limit; attempt += 1) await limitAttempts(context, [subject]);

  expect((await signIn(email, TEST_PASSWORD, { ...createCaller('stranger'), now })).status).toBe(429);
  expect((await signIn(email, 'wrong one', { ...home, ipAddress: '2001:db8:0:7::2' })).status).toBe(401);
  expect((await signIn(email, TEST_PASSWORD, { ...home, ipAddress: '2001:db8:0:7::2' })).status).toBe(200);
});

test('HOSTILE 25: a single address can’t keep a mailbox’s owner from a reset link', async () => {
  const { email } = await makeUser();
  const stranger = createCaller('stranger');
  for (let attempt = 0; attempt < 20; attempt += 1) await api('POST /api/users/forgot-password', { body: { email }, ...stranger });
  const before = (await mailsTo(email)).length;
  expect((await api('POST /api/users/forgot-password', { body: { email }, ...createCaller('owner') })).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(before + 1);
});

test('HOSTILE 25: having an account doesn’t give an address more guesses at other accounts', async () => {
  const own = await makeUser();
  const here = { ...createCaller('sprayer'), now: new Date() };
  const guess = () => signIn(`nobody-${crypto.randomUUID()}@example.test`, 'wrong one', here);
  const { limit } = rateLimitRules.signInByPlace;
  const subject = { rule: rateLimitRules.signInByPlace, parts: [here.ipAddress] };
  // Simulates this many tries without the cost of hashing passwords.
  const context = { db: database(), now: () => here.now } as unknown as RequestContext;
  for (let attempt = 0; attempt < limit - 2; attempt += 1) await limitAttempts(context, [subject]);

  // A successful sign-in doesn't count against the address either.
  for (let visit = 0; visit < 4; visit += 1) expect((await signIn(own.email, TEST_PASSWORD, here)).status).toBe(200);
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
});

test('an attempt that fails on Portage’s side isn’t a wrong password', async () => {
  const { email } = await makeUser();
  const here = { ...createCaller('office'), now: new Date() };
  const rule = rateLimitRules.signInByPlaceAndAccount;
  const context = { db: database(), now: () => here.now } as unknown as RequestContext;
  // All but one of the allowed wrong passwords, without the cost of hashing them.
  for (let attempt = 1; attempt < rule.limit; attempt += 1) await limitAttempts(context, [{ rule, parts: [here.ipAddress, email] }]);

  // Right passwords for which no session can be created.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await signIn(email, TEST_PASSWORD, { ...here, env: { TOKEN_SECRET: '' } })).status).toBe(500);
  }
  expect((await signIn(email, 'wrong one', here)).status).toBe(401);
  expect((await signIn(email, 'wrong one', here)).status).toBe(429);
});
