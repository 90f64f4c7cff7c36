import { toOwnerId } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import type { LeaseRequest, LeaseResult } from './lease.ts';
import { LeaseGroup } from './lease-group.ts';

type Leased = Extract<LeaseResult, { outcome: 'leased' }>;

function createGroup(answer: (request: LeaseRequest) => LeaseResult) {
  const asked: LeaseRequest[] = [];
  const waited: number[] = [];
  const group = new LeaseGroup({
    connection: () => ({
      async lease(request) {
        asked.push(request);
        return answer(request);
      },
      reportRateLimit: async () => undefined,
      reportCredentials: async () => undefined,
    }),
    ownerUserId: toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
    connectorId: 'connector',
    wait: async (ms) => void waited.push(ms),
  });
  return { group, asked, waited, calls: () => asked.map(({ calls }) => calls) };
}

const leased = (moreWaitsMs?: number[]) => ({ outcome: 'leased', lease: { secrets: ['secret'] }, moreWaitsMs }) as unknown as Leased;

describe('leases of one step', () => {
  test('concurrent calls ask once, and each gets its own slot', async () => {
    const { group, calls, waited } = createGroup(({ calls: count = 1 }) => leased(Array(count - 1).fill(0)));
    const results = await Promise.all(Array.from({ length: 8 }, () => group.lease({})));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill('leased'));
    expect(calls()).toEqual([8]);
    expect(waited).toEqual([]);
  });

  test('calls of a paced connector start one after another', async () => {
    const { group, waited } = createGroup(() => leased([50, 100]));
    await Promise.all([group.lease({}), group.lease({}), group.lease({})]);
    expect(waited).toEqual([50, 100]);
  });

  test('a call without a slot asks for itself and learns how long it would have to wait', async () => {
    const refusal: LeaseResult = { outcome: 'refused', message: 'asked to wait', retryable: true, retryAfterMs: 60_000 };
    const { group, calls } = createGroup(({ calls: count }) => (count === 2 ? leased([]) : refusal));
    expect(await Promise.all([group.lease({}), group.lease({})])).toMatchObject([{ outcome: 'leased' }, refusal]);
    expect(calls()).toEqual([2, undefined]);
  });

  test('a refusal applies to every call, and the next calls ask again', async () => {
    const refusal: LeaseResult = { outcome: 'refused', message: 'gone', retryable: false };
    const { group, calls } = createGroup(() => refusal);
    expect(await Promise.all([group.lease({}), group.lease({})])).toEqual([refusal, refusal]);
    expect(await group.lease({})).toEqual(refusal);
    expect(calls()).toEqual([2, 1]);
  });

  test('describing the connector takes no slot', async () => {
    const { group, calls } = createGroup(() => leased());
    await group.describe();
    expect(calls()).toEqual([0]);
  });

  test('equal leases are the same object', async () => {
    const { group } = createGroup(() => leased());
    const [one, two] = [await group.lease({}), await group.lease({})] as [Leased, Leased];
    expect(one.lease).toBe(two.lease);
  });
});
