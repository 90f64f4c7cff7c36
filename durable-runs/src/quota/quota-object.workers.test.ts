import { runInDurableObject } from 'cloudflare:test';
import { makeRunId, toOwnerId } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { evict, OWNER, testEnv } from '../../test/harness.ts';
import { ChainStarts } from './chain-starts.ts';
import type { QuotaObject } from './quota-object.ts';

describe('the quota of a user', () => {
  test('is one count for all callers, and survives the end of the object', async () => {
    const stub = testEnv.QUOTAS.get(testEnv.QUOTAS.idFromName(crypto.randomUUID()));
    const quota = { maxPerDay: 5, maxPerMinute: null };
    const first = await Promise.all(Array.from({ length: 4 }, () => stub.takeStart(quota)));
    expect(first.map(({ outcome }) => outcome)).toEqual(['taken', 'taken', 'taken', 'taken']);
    await evict(stub);
    const second = await Promise.all(Array.from({ length: 3 }, () => stub.takeStart(quota)));
    expect(second.map(({ outcome }) => outcome)).toEqual(['taken', 'refused', 'refused']);
    expect(await runInDurableObject(stub, (_, state) => state.storage.kv.get('windows'))).toMatchObject({ startsInDay: 5 });
    expect(await stub.readStarts()).toMatchObject({ inDay: 5 });
    expect(await stub.readStarts()).toMatchObject({ inDay: 5 });
  });
});

describe('a quota that is nearly used up', () => {
  test('alerts once a day, at 80 %, and a crash before the database receives it loses nothing', async () => {
    const ownerUserId = toOwnerId(crypto.randomUUID());
    const stub = testEnv.QUOTAS.get(testEnv.QUOTAS.idFromName(ownerUserId));
    const found = () => connectHttp(testEnv).select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, ownerUserId));
    const quota = { maxPerDay: 10, maxPerMinute: null };
    for (let start = 0; start < 7; start += 1) await stub.takeStart(quota, ownerUserId);
    expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).toBeNull();
    // The alarm can't ring until the object has ended once.
    const untold = await runInDurableObject(stub, async (quotas, { storage }) => {
      const ringing = vi.spyOn(quotas as unknown as QuotaObject, 'alarm').mockResolvedValue();
      await quotas.takeStart(quota, ownerUserId);
      await storage.sync();
      ringing.mockRestore();
      return storage.kv.get('untold-warnings');
    });
    expect(untold).toMatchObject([{ starts: 8, limit: 10 }]);
    await evict(stub);
    await runInDurableObject(stub, (quotas) => (quotas as unknown as QuotaObject).alarm());
    for (let start = 8; start < 12; start += 1) await stub.takeStart(quota, ownerUserId);
    await runInDurableObject(stub, (quotas) => (quotas as unknown as QuotaObject).alarm());
    expect(await found()).toMatchObject([{ kind: 'QuotaNear', name: '10 runs a day', count: 1 }]);
    expect((await found())[0]?.message).toContain('8 of 10 runs (80 %)');
    expect(await runInDurableObject(stub, (_, { storage }) => storage.kv.get('untold-warnings'))).toBeUndefined();
  });
});

describe('HOSTILE 37: runs that one run starts', () => {
  const origin = makeRunId(OWNER, Date.now(), 0, 'firstofallruns');
  const stub = () => testEnv.QUOTAS.get(testEnv.QUOTAS.idFromName(crypto.randomUUID()));

  test('are limited per chain, and the message names the first run', async () => {
    const object = stub();
    await runInDurableObject(object, async (quotas) => {
      for (let start = 0; start < 1_000; start += 1)
        expect((await quotas.takeChainStart({ hops: 2 + (start % 9), origin })).outcome).toBe('taken');
    });
    await evict(object);
    const refused = await object.takeChainStart({ hops: 2, origin });
    expect(refused).toMatchObject({ outcome: 'refused', message: expect.stringContaining(`the run ${origin} has caused`) });
    expect(refused).toMatchObject({ message: expect.stringContaining('1,000') });
    // Direct starts, such as one per item of a long list, have another limit.
    expect((await object.takeChainStart({ hops: 1, origin })).outcome).toBe('taken');
    expect((await object.takeChainStart({ hops: 5, origin: `${origin}other` })).outcome).toBe('taken');
  });

  test('are counted from zero again after a day', async () => {
    await runInDurableObject(stub(), (_, { storage }) => {
      const chains = new ChainStarts(storage.sql);
      for (let start = 0; start < 1_000; start += 1) chains.take({ hops: 2, origin }, 0);
      expect(chains.take({ hops: 2, origin }, 1).outcome).toBe('refused');
      expect(chains.take({ hops: 2, origin }, 24 * 3_600_000).outcome).toBe('taken');
      expect(storage.sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM chains').one().n).toBe(1);
    });
  });
});
