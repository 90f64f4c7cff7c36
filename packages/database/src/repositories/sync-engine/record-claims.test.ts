import { MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { syncClaims } from '../../schema/sync.ts';
import { shortHash } from '../../short-hash.ts';
import { claimSyncRecords } from './record-claims.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const side = { connectorId: 'c', entity: 'A' };

/** Flows of one owner that claim keys at noon. */
async function makeClaims() {
  const { id: ownerUserId } = await makeUser();
  const claim = (flowId: string, keys: readonly string[]) => {
    const flow = { flowId, sourceKind: 'source', source: side, target: { ...side, connectorId: 'd' } };
    const times = { at: NOW, heldSince: new Date(NOW.getTime() - MINUTE_MS) };
    const claims = keys.map((key) => ({ key, sourceItemId: `of ${key}` }));
    return claimSyncRecords(database(), ownerUserId, { ...flow, ...times }, claims);
  };
  return { ownerUserId, claim };
}

test('keys are stored as their hash with the owner, the same in every release', async () => {
  const { ownerUserId, claim } = await makeClaims();
  const flowId = crypto.randomUUID();
  const keys = ['plain', '["a \\ \\" ]', 'Grüße, 日本 🫖', 'line\nbreak', ...Array.from({ length: 50 }, (_, at) => `SKU-${at}`)];
  expect(await claim(flowId, keys)).toEqual({ earlier: [], refused: [], origins: [] });
  const rows = await database().select().from(syncClaims).where(eq(syncClaims.flowId, flowId));
  const stored = new Map(rows.map(({ key, sourceItemId }) => [key, sourceItemId]));
  expect(stored).toEqual(new Map(keys.map((key) => [`${ownerUserId} ${shortHash(key)}`, `of ${key}`])));
});

test('a key that another flow claimed is refused with its claim, and the others are granted', async () => {
  const { claim } = await makeClaims();
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await claim(first, ['b']);
  const { earlier, refused } = await claim(second, ['c', 'b', 'a']);
  expect(refused).toEqual(['b']);
  expect(earlier).toMatchObject([{ key: 'b', flowId: first, sourceItemId: 'of b', isSettled: false, targetItemId: null }]);
  expect(await claim(second, ['a', 'c'])).toMatchObject({ refused: [], earlier: [{ flowId: second }, { flowId: second }] });
});

test('keys that PostgreSQL stores alike are claimed together', async () => {
  const { claim } = await makeClaims();
  expect(await claim(crypto.randomUUID(), ['a\u0000', 'a\ufffd'])).toEqual({ earlier: [], refused: [], origins: [] });
});
