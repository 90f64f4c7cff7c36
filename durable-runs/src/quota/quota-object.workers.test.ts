import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { evict, testEnv } from '../../test/harness.ts';

describe('the quota of a user', () => {
  it('is one count for all who ask, and survives the end of the object', async () => {
    const stub = testEnv.QUOTAS.get(testEnv.QUOTAS.idFromName(crypto.randomUUID()));
    const quota = { maxPerDay: 5, maxPerMinute: null };
    const first = await Promise.all(Array.from({ length: 4 }, () => stub.takeStart(quota)));
    expect(first.map(({ outcome }) => outcome)).toEqual(['taken', 'taken', 'taken', 'taken']);
    await evict(stub);
    const second = await Promise.all(Array.from({ length: 3 }, () => stub.takeStart(quota)));
    expect(second.map(({ outcome }) => outcome)).toEqual(['taken', 'refused', 'refused']);
    expect(await runInDurableObject(stub, (_, state) => state.storage.kv.get('windows'))).toMatchObject({ startsInDay: 5 });
  });
});
