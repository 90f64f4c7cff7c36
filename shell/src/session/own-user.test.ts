import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { storedUser as person } from '../../test/session/people.ts';
import { OwnUser } from './own-user.ts';
import { Session } from './session.ts';

function setUp() {
  const storages = { local: new MemoryStorage(), tab: new MemoryStorage() };
  const session = new Session(storages);
  session.signIn(person());
  const clock = { nowMs: 1_000_000 };
  const { accessToken: _, refreshToken: __, hasWorkflow: ___, ...user } = person();
  const read = vi.fn(async () => ({ user: { ...user, showAIChat: true, dashboardType: 'Event' as const }, hasWorkflow: false }));
  const own = () => new OwnUser({ session, storage: storages.local, now: () => clock.nowMs, read });
  return { session, clock, read, own, storages };
}

test('an admin’s changes arrive with the next check, and the tokens stay', async () => {
  const { session, read, own } = setUp();
  const before = session.stored;
  const changed = vi.fn();
  session.subscribe(changed);
  await own().refreshIfOld();
  expect(read).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledOnce();
  expect(session.stored).toMatchObject({ showAIChat: true, dashboardType: 'Event', hasWorkflow: false });
  expect(session.stored?.refreshToken).toEqual(before?.refreshToken);
});

test('all tabs together ask once in 45 seconds, and not at all right after a sign-in', async () => {
  const { clock, read, own } = setUp();
  own().noteRead(person().id);
  for (let check = 0; check < 3; check += 1) await own().refreshIfOld();
  expect(read).not.toHaveBeenCalled();
  clock.nowMs += 45_000;
  for (let check = 0; check < 3; check += 1) await own().refreshIfOld();
  expect(read).toHaveBeenCalledOnce();
});

test('a response that comes after a sign-out, or never, changes nothing', async () => {
  const { session, read, own, clock } = setUp();
  read.mockRejectedValueOnce(new Error('no network'));
  await own().refreshIfOld();
  expect(session.stored?.showAIChat).toBe(person().showAIChat);
  clock.nowMs += 60_000;
  const { user } = await read();
  read.mockImplementationOnce(async () => {
    session.clear();
    return { user, hasWorkflow: true };
  });
  await own().refreshIfOld();
  expect(session.stored).toBeNull();
});
