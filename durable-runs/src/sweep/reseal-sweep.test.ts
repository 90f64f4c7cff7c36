import { toOwnerId } from '@portage/contracts';
import { parseKeyRing, SecretBox } from '@portage/database';
import { expect, test } from 'vitest';
import { TokenStore } from '../connection/token-store.ts';
import { type EventState, newEventState, type Subscription } from '../events/event-state.ts';
import { resealed } from '../events/resealed.ts';
import { type ResealPorts, resealObjects, type SealMark } from './reseal-sweep.ts';

const keys = (order: string) =>
  order
    .split(',')
    .map((id) => `${id}:${(id === 'old' ? 'A' : 'B').repeat(43)}`)
    .join(',');
const createBox = (order: string) => new SecretBox(parseKeyRing(keys(order)));

function createPorts(counts: { connections: number; events: number }, fails: string[] = []) {
  let mark: SealMark | null = null;
  const woken: string[] = [];
  const ids = (kind: 'connections' | 'events') => Array.from({ length: counts[kind] }, (_, at) => `${kind}-${String(at).padStart(6, '0')}`);
  const ports = (currentKeyId: string, nowMs = 0): ResealPorts => ({
    currentKeyId,
    nowMs,
    readMark: async () => mark,
    writeMark: async (next) => {
      mark = next;
    },
    list: async (kind, after, limit) =>
      ids(kind)
        .filter((id) => after === null || id > after)
        .slice(0, limit),
    reseal: async (_, id) => {
      woken.push(id);
      if (fails.includes(id)) throw new Error('its key is gone');
    },
  });
  return { ports, woken, mark: () => mark, fails };
}

test('wakes nothing before keys change', async () => {
  const { ports, woken } = createPorts({ connections: 3, events: 3 });
  for (let sweep = 0; sweep < 5; sweep += 1) expect(await resealObjects(ports('old'))).toBe(0);
  expect(woken).toEqual([]);
});

test('wakes every object once after a change, some per sweep, and then none', async () => {
  const { ports, woken, mark } = createPorts({ connections: 1_234, events: 501 });
  await resealObjects(ports('old'));
  const counts: number[] = [];
  for (let sweep = 0; sweep < 10; sweep += 1) counts.push(await resealObjects(ports('new')));
  expect(Math.max(...counts)).toBe(500);
  expect(woken).toHaveLength(1_735);
  expect(new Set(woken).size).toBe(1_735);
  expect(mark()).toMatchObject({ keyId: 'new', kind: 'done' });
});

test('an object that can’t be resealed doesn’t hold up the others, and all are retried a day later', async () => {
  const { ports, woken, mark, fails } = createPorts({ connections: 3, events: 1 }, ['connections-000001']);
  await resealObjects(ports('old'));
  for (let sweep = 0; sweep < 4; sweep += 1) await resealObjects(ports('new'));
  expect(woken).toHaveLength(4);
  expect(mark()?.kind).toBe('connections');
  fails.pop();
  const later = 25 * 3_600_000;
  for (let sweep = 0; sweep < 4; sweep += 1) await resealObjects(ports('new', later));
  expect(woken).toHaveLength(8);
  expect(mark()?.kind).toBe('done');
});

test('another key change in the middle restarts the sweep', async () => {
  const { ports, mark } = createPorts({ connections: 700, events: 0 });
  await resealObjects(ports('old'));
  await resealObjects(ports('new'));
  await resealObjects(ports('newer'));
  expect(mark()).toMatchObject({ keyId: 'newer', kind: 'connections', after: 'connections-000499' });
});

test('a connection’s tokens are sealed with the new key afterwards, so the old one can go', async () => {
  const disk = new Map<string, unknown>();
  const kv = {
    get: (key: string) => disk.get(key),
    put: (key: string, value: unknown) => disk.set(key, value),
    delete: (key: string) => disk.delete(key),
    list: () => disk.entries(),
  } as unknown as SyncKvStorage;
  const store = (order: string) => new TokenStore(kv, () => createBox(order), 'object');
  const tokens = { accessToken: 'a', tokenSecret: null, refreshToken: 'r', expiresAtMs: null, obtainedAtMs: 1, other: {} };
  await store('old').keepTokens(tokens);
  await expect(store('new').tokens()).rejects.toThrow('no key "old"');
  await store('new,old').reseal();
  expect(await store('new').tokens()).toMatchObject(tokens);
});

test('all secrets of an event (subscription, attempt, previous and to be removed) are sealed with the new key afterwards', async () => {
  const old = createBox('old');
  const seal = (text: string) => old.seal('event:1', text);
  const subscription = async (name: string) =>
    ({
      fingerprint: name,
      sealedSecret: await seal(name),
      previousSecret: { sealed: await seal(`${name} before`), untilMs: 1 },
    }) as unknown as Subscription;
  const state: EventState = {
    ...newEventState('workflow', 'https://portage.test'),
    subscription: await subscription('s'),
    attempt: { fingerprint: 'a', id: 'a', sealedSecret: await seal('a'), isUnknown: false },
    removals: [
      {
        id: 'r',
        ownerUserId: toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
        subscription: await subscription('r'),
        attempts: 0,
        nextMs: 0,
        sinceMs: 0,
      },
    ],
  };
  const [both, next] = [createBox('new,old'), createBox('new')];
  const after = await resealed(state, (sealed) => both.reseal('event:1', sealed));
  const open = (sealed: string | null | undefined) => next.open('event:1', sealed ?? '');
  expect(await open(after.subscription?.sealedSecret)).toBe('s');
  expect(await open(after.subscription?.previousSecret?.sealed)).toBe('s before');
  expect(await open(after.attempt?.sealedSecret)).toBe('a');
  expect(await open(after.removals[0]?.subscription.sealedSecret)).toBe('r');
  expect(await open(after.removals[0]?.subscription.previousSecret?.sealed)).toBe('r before');
  expect(await resealed(after, (sealed) => both.reseal('event:1', sealed))).toBe(after);
});
