import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { syncClaims } from '../../schema/sync.ts';
import { claimSyncRecords, type WantedClaim } from './record-claims.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const side = { connectorId: 'c', entity: 'A' };

/** Flows of one owner that claim keys, at noon unless another time is given. */
async function makeClaims() {
  const { id: ownerUserId } = await makeUser();
  const claimRows = (flowId: string, claims: readonly WantedClaim[], at = NOW) => {
    const flow = { flowId, sourceKind: 'source', source: side, target: { ...side, connectorId: 'd' } };
    return claimSyncRecords(database(), ownerUserId, { ...flow, at, heldSince: new Date(at.getTime() - MINUTE_MS) }, claims);
  };
  const claim = (flowId: string, keys: readonly string[], at = NOW) =>
    claimRows(
      flowId,
      keys.map((key) => ({ key, recordKey: null, sourceItemId: `of ${key}` })),
      at,
    );
  /** A claim on a record and its key. */
  const claimRecord = (flowId: string, record: string, key: string, at = NOW) =>
    claimRows(flowId, [{ key, recordKey: `record ${record}`, sourceItemId: record }], at);
  return { ownerUserId, claim, claimRecord, claimRows };
}

test('keys are stored as their hash with the owner, the same in every release', async () => {
  const { ownerUserId, claim } = await makeClaims();
  const flowId = crypto.randomUUID();
  const keys = ['plain', '["a \\ \\" ]', 'Grüße, 日本 🫖', 'line\nbreak', ...Array.from({ length: 50 }, (_, at) => `SKU-${at}`)];
  expect(await claim(flowId, keys)).toEqual({ earlier: [], refused: [], origins: [] });
  const rows = await database().select().from(syncClaims).where(eq(syncClaims.flowId, flowId));
  const stored = new Map(rows.map(({ key, sourceItemId }) => [key, sourceItemId]));
  const hashed = (key: string) => createHash('sha256').update(`${ownerUserId} ${key}`).digest('hex').slice(0, 32);
  expect(stored).toEqual(new Map(keys.map((key) => [hashed(key).replace(/^(.{8})(....)(....)(....)/, '$1-$2-$3-$4-'), `of ${key}`])));
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

test('a record and its first key are one row', async () => {
  const { claimRecord } = await makeClaims();
  const flowId = crypto.randomUUID();
  expect(await claimRecord(flowId, '1', 'sku')).toEqual({ earlier: [], refused: [], origins: [] });
  expect(await database().select().from(syncClaims).where(eq(syncClaims.flowId, flowId))).toHaveLength(1);
});

test('a record that another flow claimed is refused whichever key finds it, and so is its key for another record', async () => {
  const { claimRecord } = await makeClaims();
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await claimRecord(first, '1', 'sku');
  const byName = await claimRecord(second, '1', 'name');
  expect(byName.refused).toEqual(['record 1']);
  expect(byName.earlier).toMatchObject([{ key: 'record 1', flowId: first, sourceItemId: '1' }]);
  const twin = await claimRecord(second, '2', 'sku');
  expect(twin.refused).toEqual(['sku']);
  expect(twin.earlier).toMatchObject([{ key: 'sku', flowId: first, sourceItemId: '1' }]);
  // What was free is the second flow's now.
  expect((await claimRecord(third, '2', 'name')).earlier).toMatchObject([
    { key: 'name', flowId: second, sourceItemId: '1' },
    { key: 'record 2', flowId: second, sourceItemId: '2' },
  ]);
});

test('a claimed record without other keys is refused if a flow finds it by a key, and the other way round', async () => {
  const { claimRecord } = await makeClaims();
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await claimRecord(first, '1', 'record 1');
  expect((await claimRecord(second, '1', 'sku')).refused).toEqual(['record 1']);
  await claimRecord(first, '2', 'sku 2');
  expect((await claimRecord(second, '2', 'record 2')).refused).toEqual(['record 2']);
});

test('a flow renews the claim on its own record, keeps the key that the record had before, and learns of both', async () => {
  const { claimRecord } = await makeClaims();
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await claimRecord(first, '1', 'old');
  const changed = await claimRecord(first, '1', 'new');
  expect(changed.refused).toEqual([]);
  expect(changed.earlier).toMatchObject([{ key: 'record 1', flowId: first, sourceItemId: '1', isSettled: false }]);
  for (const key of ['old', 'new']) expect((await claimRecord(second, '2', key)).refused).toEqual([key]);
  const again = await claimRecord(first, '1', 'new');
  expect(again.refused).toEqual([]);
  expect(again.earlier.map(({ key, flowId }) => [key, flowId]).sort()).toEqual([
    ['new', first],
    ['record 1', first],
  ]);
});

test('a claim that is too old is taken over, for its record and for its key', async () => {
  const { claimRecord } = await makeClaims();
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const later = new Date(NOW.getTime() + 2 * MINUTE_MS);
  await claimRecord(first, '1', 'sku');
  expect((await claimRecord(second, '1', 'name', later)).refused).toEqual([]);
  expect((await claimRecord(second, '2', 'sku', later)).refused).toEqual([]);
  expect((await claimRecord(third, '1', 'sku', later)).refused.sort()).toEqual(['record 1', 'sku']);
});

test('of flows that claim the same records at the same moment by different keys, one gets each of them', async () => {
  const { claimRows } = await makeClaims();
  const flowIds = Array.from({ length: 6 }, () => crypto.randomUUID());
  const claims = (flow: number) => {
    const rows = Array.from({ length: 200 }, (_, at) => ({ key: `${flow % 2}/${at}`, recordKey: `record ${at}`, sourceItemId: `${at}` }));
    return flow % 3 === 0 ? rows.reverse() : rows;
  };
  const outcomes = await Promise.all(flowIds.map((flowId, flow) => claimRows(flowId, claims(flow))));
  const granted = outcomes.map(({ refused }) => 200 - new Set(refused.filter((key) => key.startsWith('record'))).size);
  expect(granted.sort((a, b) => b - a)).toEqual([200, 0, 0, 0, 0, 0]);
});
