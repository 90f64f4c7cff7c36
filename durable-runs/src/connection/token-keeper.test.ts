import { parseKeyRing, SecretBox } from '@portage/database';
import { expect, test } from 'vitest';
import type { ConnectionProfile } from './connection-profile.ts';
import { TokenKeeper } from './token-keeper.ts';
import { TokenStore } from './token-store.ts';

function storeOn(disk: Map<string, unknown>): TokenStore {
  const kv = {
    get: (key: string) => disk.get(key),
    put: (key: string, value: unknown) => disk.set(key, value),
    delete: (key: string) => disk.delete(key),
    list: () => disk.entries(),
  } as unknown as SyncKvStorage;
  return new TokenStore(kv, () => new SecretBox(parseKeyRing(`test:${'A'.repeat(43)}`)), 'object');
}

test('HOSTILE 57: the next run reports a lost sign-in the database missed, even after the object has ended', async () => {
  const disk = new Map<string, unknown>();
  const told: string[] = [];
  let isAway = true;
  const keeper = () =>
    new TokenKeeper(storeOn(disk), {
      now: () => 100_000,
      wait: async () => {},
      randomBytes: (length: number) => new Uint8Array(length),
      send: () => Promise.reject(new Error('Nothing is sent without a refresh token')),
      sync: async () => {},
      onProblem: async (_: ConnectionProfile, message: string) => {
        if (isAway) throw new Error('connection refused');
        told.push(message);
      },
    } as unknown as ConstructorParameters<typeof TokenKeeper>[1]);
  await storeOn(disk).keepTokens({
    ...{ accessToken: 'a', tokenSecret: null, refreshToken: null, expiresAtMs: 1, obtainedAtMs: 0, other: {} },
  });
  const profile = { connectorId: 'c', connectorName: 'Shop', typeName: 'Shopify', tokenSource: 'oauth2' } as unknown as ConnectionProfile;
  const ask = () => keeper().tokensFor(profile, null);
  await expect(ask()).rejects.toThrow('Re-Connect');
  expect(told).toEqual([]);
  isAway = false;
  for (let run = 0; run < 3; run += 1) await expect(ask()).rejects.toThrow('Re-Connect');
  expect(told).toEqual([expect.stringContaining('Shopify no longer accepts the connection of "Shop"')]);
});
