import { expect, test } from 'vitest';
import { api, signedInPerson, signIn } from '../../test/api.ts';
import { passwordTurn } from './password-turn.ts';

test('passwords that come in a burst are taken one after the other, with room for the calls of others between them', async () => {
  const began = Date.now();
  const startedAfterMs: number[] = [];
  await Promise.all(Array.from({ length: 5 }, () => passwordTurn(began).then(() => startedAfterMs.push(Date.now() - began))));
  startedAfterMs.forEach((afterMs, turn) => {
    expect(afterMs).toBeGreaterThanOrEqual(turn * 250 - 5);
  });
});

test('whoever signs in or signs up waits for a turn; calls without a password do not', async () => {
  const { token } = await signedInPerson();
  const began = Date.now();
  const ahead = Array.from({ length: 8 }, () => passwordTurn(began));
  const email = `grace-${crypto.randomUUID()}@example.test`;
  const after = async (call: Promise<{ status: number }>) => [(await call).status, Date.now() - began] as const;
  const [signingIn, signingUp, other] = await Promise.all([
    after(signIn(`nobody-${email}`, 'wrong one')),
    after(api('POST /api/users/signup', { body: { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanoseconds' } })),
    after(api('GET /api/users/has-valid-subscription', { token })),
  ]);
  await Promise.all(ahead);
  expect([signingIn[0], signingUp[0], other[0]]).toEqual([401, 200, 200]);
  expect(Math.min(signingIn[1], signingUp[1])).toBeGreaterThanOrEqual(8 * 250 - 5);
  expect(other[1]).toBeLessThan(Math.min(signingIn[1], signingUp[1]));
});

test('who would have to wait too long for a turn is told so at once', async () => {
  const farAhead = Date.now() + 3_600_000;
  const turns = await Promise.allSettled(Array.from({ length: 70 }, () => Promise.race([passwordTurn(farAhead), scheduler.wait(50)])));
  const refused = turns.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'busy', headers: { 'retry-after': '15' } } });
  // Back in the present nobody waits for that hour.
  const began = Date.now();
  await passwordTurn(began);
  expect(Date.now() - began).toBeLessThan(100);
});
