import { expect, test } from 'vitest';
import { type ApiResponse, api, signedInPerson, signIn, TEST_PASSWORD } from '../../test/api.ts';
import { atEntrance } from './at-entrance.ts';
import { hashPassword } from './password.ts';

const WRONG_SIGN_INS = 90;

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAtMs = Date.now();
  const value = await work();
  return { value, ms: Date.now() - startedAtMs };
}

const computeMedian = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('HOSTILE 38: floods of wrong sign-ins are refused at once, and a signed-in person notices little', async () => {
  const { token, row } = await signedInPerson();
  const list = () => api('GET /api/workflows', { token });
  await list();
  const quiet: number[] = [];
  for (let call = 0; call < 15; call += 1) quiet.push((await timed(list)).ms);
  const hashMs = (await timed(() => hashPassword(TEST_PASSWORD))).ms;

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
  // A call may have to wait for one hash, but not for a row of them.
  expect(computeMedian(during)).toBeLessThan((computeMedian(quiet) + hashMs) * 2);

  const answers = await flood;
  const { status } = await owner;
  // On an overloaded machine the hash may take longer than a person is asked to wait; the next try is let in.
  if (status === 503) await expect.poll(async () => (await signIn(row.email, TEST_PASSWORD)).status).toBe(200);
  else expect(status).toBe(200);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  // Eight per address are in progress; on a slow machine some of them may wait too long.
  expect(count(401)).toBeGreaterThan(0);
  expect(count(401)).toBeLessThanOrEqual(24);
  expect(count(401) + count(503)).toBe(WRONG_SIGN_INS);
  const refused = answers.find(({ status }) => status === 503) as ApiResponse;
  expect([refused.code, refused.headers.get('retry-after')]).toEqual(['busy', '5']);
});

/** Calls that stay in progress until released. */
function heldCalls() {
  const ends: (() => void)[] = [];
  const enter = (ipAddress: string, account = crypto.randomUUID()) => {
    let outcome = 'under way';
    const work = () => new Promise<void>((end) => ends.push(end));
    const done = atEntrance({ ipAddress }, account, work).catch(({ code }) => {
      outcome = code;
    });
    const outcomeNow = async () => {
      await Promise.race([done, Promise.resolve()]);
      return outcome;
    };
    return { outcome: outcomeNow };
  };
  const letGo = () => {
    for (const end of ends) end();
  };
  return { enter, letGo };
}

async function countOutcomes(calls: { outcome(): Promise<string> }[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(calls.map((call) => call.outcome()));
  return { let: outcomes.filter((one) => one === 'under way').length, busy: outcomes.filter((one) => one === 'busy').length };
}

test('HOSTILE 38: four addresses at their limit leave room for a fifth, a sixth and a tenth, but not endlessly', async () => {
  const { enter, letGo } = heldCalls();
  const flood = Array.from({ length: 96 }, (_, index) => enter(`flood-${index % 4}`));
  expect(await countOutcomes(flood)).toEqual({ let: 32, busy: 64 });
  const others = Array.from({ length: 6 }, (_, index) => enter(`quiet-${index}`));
  expect(await countOutcomes(others)).toEqual({ let: 6, busy: 0 });
  // However many addresses there are, the isolate has only limited room.
  expect((await countOutcomes(Array.from({ length: 300 }, (_, index) => enter(`many-${index}`)))).let).toBe(128 - 38);
  letGo();
});

test('HOSTILE 38: twenty-four connections from one address to one account leave room for others there; an IPv6 network is one address', async () => {
  const { enter, letGo } = heldCalls();
  const flood = Array.from({ length: 24 }, (_, index) =>
    enter(`2001:db8:5:7::${index}`, index % 2 ? 'Guessed@example.test' : 'guessed@example.test'),
  );
  expect(await countOutcomes(flood)).toEqual({ let: 4, busy: 20 });
  const others = Array.from({ length: 9 }, (_, index) => enter(`2001:db8:5:7:1:2:3:${index}`));
  expect(await countOutcomes(others)).toEqual({ let: 4, busy: 5 });
  letGo();
});

test('sign-ups and forgotten passwords of one IP address count with its sign-ins; another address is free', async () => {
  const ipAddress = `script-${crypto.randomUUID()}`;
  const email = () => `grace-${crypto.randomUUID()}@example.test`;
  const body = () => ({ firstName: 'Grace', lastName: 'Hopper', email: email(), password: 'nanoseconds' });
  const ahead = Array.from({ length: 8 }, () => signIn(email(), 'wrong one', { ipAddress }));
  const refused = await Promise.all([
    signIn(email(), 'wrong one', { ipAddress }),
    api('POST /api/users/signup', { body: body(), ipAddress }),
    api('POST /api/users/forgot-password', { body: { email: email() }, ipAddress }),
    api('POST /api/users/reset-password', { body: { token: 'x'.repeat(43), password: 'nanoseconds' }, ipAddress }),
  ]);
  expect(refused.map(({ code }) => code)).toEqual(['busy', 'busy', 'busy', 'busy']);
  expect((await api('POST /api/users/forgot-password', { body: { email: email() } })).status).toBe(200);
  // The admitted calls are checked; on a slow machine they may wait too long for a hash.
  const statuses = (await Promise.all(ahead)).map(({ status }) => status);
  expect([401, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
  await expect.poll(async () => (await signIn(email(), 'wrong one', { ipAddress })).status).toBe(401);
});
