import { expect, test } from 'vitest';
import { api, signIn } from '../../test/api.ts';
import { atEntrance } from './at-entrance.ts';

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
