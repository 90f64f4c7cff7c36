import { afterEach, expect, test, vi } from 'vitest';
import { convert, finished, listIntegrations, listWorkflows, read, save, zoo } from '../../../test/zoo-playbook.ts';

afterEach(() => vi.restoreAllMocks());

/** Lets the given number of writes through and then returns nothing, as if the process had been killed. @returns how many were requested */
function killAfterWrites(count: number): { writes: () => number } {
  const whole = globalThis.fetch;
  // Each failure is logged.
  vi.spyOn(console, 'error').mockReturnValue();
  let writes = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (isWrite(String(init?.body ?? ''))) writes += 1;
    if (writes > count) throw new TypeError('The process was killed');
    return whole(input as RequestInfo, init);
  });
  return { writes: () => writes };
}

function isWrite(body: string): boolean {
  return /"query":"\s*(insert|update|delete|with)\b/i.test(body);
}

test('HOSTILE: killed after any write, the wizard’s finish makes nothing twice, and the person continues from there', async () => {
  const of = await zoo();
  const id = await finished(of);
  const seen = new Set<string>();
  let last = 0;
  for (let count = 0; ; count += 1) {
    const killed = killAfterWrites(count);
    const answer = await convert(of, id).catch(() => null);
    last = killed.writes();
    vi.restoreAllMocks();
    for (const workflow of await listWorkflows(of)) seen.add(workflow.id);
    expect(seen.size).toBeLessThanOrEqual(2);
    // The page can be opened, and says where the wizard is.
    expect((await read(of, id)).wizard).toMatchObject({ isFinished: true });
    if (answer?.status === 200 && last <= count) break;
    expect(count, 'It never ends').toBeLessThan(100);
  }
  // Each attempt got further than the previous one: the first alone would have needed as many.
  expect(last).toBeGreaterThan(0);
  const playbook = await read(of, id);
  expect(playbook).toMatchObject({ isConverted: true, workflows: [{ isActive: true }, { isActive: true }] });
  expect((await listWorkflows(of)).map((workflow) => workflow.id).sort()).toEqual([...seen].sort());
  expect(await listIntegrations(of)).toHaveLength(2);
});

test('killed at each write from the start, with a new playbook each time, a second press makes everything', async () => {
  const of = await zoo();
  const first = await finished(of);
  const counted = killAfterWrites(Number.POSITIVE_INFINITY);
  expect((await convert(of, first)).status).toBe(200);
  const all = counted.writes();
  vi.restoreAllMocks();
  expect(all).toBeGreaterThan(8);
  // Every third write keeps the test short; the test above covers every one.
  for (let count = 1; count < all; count += 3) {
    const other = await zoo();
    const id = await finished(other);
    killAfterWrites(count);
    const broken = await convert(other, id).catch(() => null);
    vi.restoreAllMocks();
    const again = await convert(other, id);
    expect(again.status, `after ${count} of ${all} writes (${broken?.status}): ${again.message}`).toBe(200);
    expect(await listWorkflows(other)).toMatchObject([{ isActive: true }, { isActive: true }]);
    expect(await listIntegrations(other)).toHaveLength(2);
  }
});

test('killed in the middle of an update, the workflows end up active: what the update itself switched off isn’t the person’s wish', async () => {
  const of = await zoo();
  const id = await finished(of);
  expect((await convert(of, id)).status).toBe(200);
  const startAt = (minute: number) => ({ frequency: 1, period: 'Hour', startAt: `2030-01-01T00:${minute}:00.000Z` });
  for (let count = 1, writes = Number.POSITIVE_INFINITY; count < writes; count += 2) {
    expect((await save(of, id, { id: 'setup', schedule: startAt(10 + count) })).body).toMatchObject({ isSuccess: true });
    expect((await save(of, id, { id: 'preview' })).body).toMatchObject({ isSuccess: true });
    const killed = killAfterWrites(count);
    const broken = await convert(of, id).catch(() => null);
    if (broken?.status === 200) writes = killed.writes();
    vi.restoreAllMocks();
    expect((await convert(of, id)).status, `after ${count} writes`).toBe(200);
    expect(await listWorkflows(of), `after ${count} writes`).toMatchObject([{ isActive: true }, { isActive: true }]);
    expect(count, 'It never ends').toBeLessThan(49);
  }
});
