import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '../../src/users/password.ts';
import { type ApiResponse, api, database, makeUser, signedInPerson, signIn, TEST_PASSWORD } from '../api.ts';

// Tests with the product's own cost of a password; in `src`, hashes are quick.

const WRONG_SIGN_INS = 90;

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAtMs = Date.now();
  const value = await work();
  return { value, ms: Date.now() - startedAtMs };
}

const computeMedian = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a new password is stored with the cost that is documented', async () => {
  const email = `grace-${crypto.randomUUID()}@example.test`;
  const body = { firstName: 'Grace', lastName: 'Hopper', password: 'nanoseconds', email };
  expect((await api('POST /api/users/signup', { body })).status).toBe(200);
  const [row] = await database().select().from(schema.users).where(eq(schema.users.email, email));
  expect(row?.passwordHash).toMatch(/^scrypt\$14\$8\$5\$/);
});

test('an unknown address takes as long as a wrong password', async () => {
  const timeOf = async (email: string) => {
    const start = performance.now();
    expect((await signIn(email, 'not this one')).status).toBe(401);
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    known.push(await timeOf((await makeUser()).email));
    unknown.push(await timeOf(`nobody-${crypto.randomUUID()}@example.test`));
  }
  // Other load only adds time.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
});

test('HOSTILE 38: floods of wrong sign-ins are refused at once, and a signed-in person notices little', async () => {
  const { token, row } = await signedInPerson();
  const list = () => api('GET /api/workflows', { token });
  const quietMs = async () => {
    const calls: number[] = [];
    for (let call = 0; call < 15; call += 1) calls.push((await timed(list)).ms);
    return computeMedian(calls) + (await timed(() => hashPassword(TEST_PASSWORD))).ms;
  };
  await list();
  const beforeMs = await quietMs();

  // The first caller from an address that isn't flooding is let in.
  const owner = signIn(row.email, TEST_PASSWORD);
  let isOver = false;
  const wrong = Array.from({ length: WRONG_SIGN_INS }, (_, index) =>
    signIn(`nobody-${crypto.randomUUID()}@example.test`, 'wrong one', { ipAddress: `flood-${index % 3}` }),
  );
  const flood = Promise.all(wrong).finally(() => {
    isOver = true;
  });
  const during: number[] = [];
  const refusals: ApiResponse[] = [];
  while (!isOver) {
    const { value, ms } = await timed(list);
    if (value.status !== 200) refusals.push(value);
    during.push(ms);
  }

  // On an overloaded machine a call may wait too long for the database, but the entrance itself refuses no signed-in person.
  expect(refusals.filter(({ status, code }) => status !== 503 || code === 'busy')).toEqual([]);
  const answers = await flood;
  const { status } = await owner;
  // On an overloaded machine the hash may take longer than a person is asked to wait; the next try is let in.
  if (status === 503) await expect.poll(async () => (await signIn(row.email, TEST_PASSWORD)).status).toBe(200);
  else expect(status).toBe(200);
  // A call may have to wait for one hash, but not for a row of them. The machine may be busier than before the flood.
  expect(computeMedian(during)).toBeLessThan(Math.max(beforeMs, await quietMs()) * 2);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  // Eight per address are in progress; on a slow machine some of them may wait too long.
  expect(count(401)).toBeGreaterThan(0);
  expect(count(401)).toBeLessThanOrEqual(24);
  expect(count(401) + count(503)).toBe(WRONG_SIGN_INS);
  const refused = answers.find(({ status }) => status === 503) as ApiResponse;
  expect([refused.code, refused.headers.get('retry-after')]).toEqual(['busy', '5']);
});
