import { toOwnerId } from '@portage/contracts';
import type { ConnectionRecord, SecretBox } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { CachedConnection } from './known-connection.ts';

const OWNER = toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff');

const recordNamed = (name: string) =>
  ({
    connector: { id: 'c1', userId: OWNER, name, lastUpdatedAt: new Date(0), authorizationType: 'ApiKey', customOptions: {} },
    sealed: {},
    type: {
      id: 't1',
      name: 'Crm',
      openApiDocument: null,
      settings: { baseUrl: 'https://api.example.com', authorizationType: 'ApiKey', additionalData: { connection: {} } },
      secrets: {},
    },
  }) as unknown as ConnectionRecord;

/** A database that responds when the test says so. */
function slowDatabase() {
  const readings: PromiseWithResolvers<ConnectionRecord | null>[] = [];
  let nowMs = 0;
  const known = new CachedConnection({
    now: () => nowMs,
    find: () => {
      const reading = Promise.withResolvers<ConnectionRecord | null>();
      readings.push(reading);
      return reading.promise;
    },
    retired: () => null,
    // The record has no secrets to decrypt.
    secretBox: () => ({}) as SecretBox,
  });
  const passMs = (ms: number) => {
    nowMs += ms;
  };
  return { known, readings, passMs };
}

describe('the cached connector', () => {
  test('concurrent callers share a reading, which is valid for 30 seconds', async () => {
    const { known, readings, passMs } = slowDatabase();
    const both = Promise.all([known.profileOf(OWNER, 'c1'), known.profileOf(OWNER, 'c1')]);
    readings[0]?.resolve(recordNamed('Shop'));
    expect((await both).map(({ connectorName }) => connectorName)).toEqual(['Shop', 'Shop']);
    passMs(29_999);
    await known.profileOf(OWNER, 'c1');
    expect(readings).toHaveLength(1);
    passMs(1);
    const next = known.profileOf(OWNER, 'c1');
    readings[1]?.resolve(recordNamed('Shop 2'));
    expect((await next).connectorName).toBe('Shop 2');
  });

  test('a reading in progress when the connector changes is discarded', async () => {
    const { known, readings } = slowDatabase();
    const before = known.profileOf(OWNER, 'c1');
    known.forget();
    readings[0]?.resolve(recordNamed('Old'));
    await before;
    const after = known.profileOf(OWNER, 'c1');
    readings[1]?.resolve(recordNamed('New'));
    expect((await after).connectorName).toBe('New');
  });

  test('another person’s connector doesn’t exist', async () => {
    const { known, readings } = slowDatabase();
    const asked = known.profileOf(toOwnerId(crypto.randomUUID()), 'c1');
    readings[0]?.resolve(recordNamed('Shop'));
    await expect(asked).rejects.toThrow('The connector was not found');
  });

  test('cached values stay in use while the database is down; without any, the error is retryable', async () => {
    const { known, readings, passMs } = slowDatabase();
    const first = known.profileOf(OWNER, 'c1');
    readings[0]?.reject(new Error('away'));
    await expect(first).rejects.toMatchObject({ retryable: true });
    const second = known.profileOf(OWNER, 'c1');
    readings[1]?.resolve(recordNamed('Shop'));
    await second;
    passMs(30_000);
    const third = known.profileOf(OWNER, 'c1');
    readings[2]?.reject(new Error('away'));
    expect((await third).connectorName).toBe('Shop');
  });
});
