import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../../test/api.ts';
import { convert, finished, listWorkflows, save, type Zoo, zoo } from '../../../test/zoo-playbook.ts';

afterEach(() => vi.restoreAllMocks());

/** Does something else right before the given write. @returns how many writes were requested besides its own */
function interruptAtWrite(count: number, act: () => Promise<unknown>): { writes: () => number } {
  const whole = globalThis.fetch;
  let writes = 0;
  let isActing = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!isActing && /"query":"\s*(insert|update|delete|with)\b/i.test(String(init?.body ?? ''))) {
      writes += 1;
      if (writes === count) {
        isActing = true;
        await act();
        isActing = false;
      }
    }
    return whole(input as RequestInfo, init);
  });
  return { writes: () => writes };
}

/** Converts a new playbook for each write that this makes, with another call right before the write. */
async function atEachWrite(
  make: () => Promise<{ of: Zoo; id: string }>,
  call: (id: string) => string,
  check: (of: Zoo, at: string) => Promise<void>,
): Promise<void> {
  // Testing every third write keeps the test short.
  for (let count = 2; ; count += 3) {
    const { of, id } = await make();
    const interrupted = interruptAtWrite(count, async () => {
      expect((await api(call(id) as never, { token: of.person.token })).status).toBeLessThan(500);
    });
    const answer = await convert(of, id);
    vi.restoreAllMocks();
    expect(answer.status, answer.message).toBeLessThan(500);
    if (interrupted.writes() < count) break;
    await check(of, `at write ${count}, with the answer ${answer.status}`);
  }
}

async function toBeMade() {
  const of = await zoo();
  return { of, id: await finished(of) };
}

/** A playbook that was made before, and whose schedule has to change. */
async function toBeUpdated() {
  const { of, id } = await toBeMade();
  expect((await convert(of, id)).status).toBe(200);
  const schedule = { frequency: 1, period: 'Hour', startAt: '2030-01-01T00:10:00.000Z' };
  expect((await save(of, id, { id: 'setup', answers: { vet: '7' }, schedule })).body).toMatchObject({ isSuccess: true });
  expect((await save(of, id, { id: 'preview' })).body).toMatchObject({ isSuccess: true });
  return { of, id };
}

test('HOSTILE 43: a playbook that is deleted while it is being made leaves no workflow behind', async () => {
  const check = async (of: Zoo, at: string) => expect(await listWorkflows(of), at).toEqual([]);
  await atEachWrite(toBeMade, (id) => `DELETE /api/playbooks/${id}`, check);
});

test('a playbook paused during its update ends up paused, and one resumed during its update ends up active', async () => {
  const areActive = (isActive: boolean) => async (of: Zoo, at: string) =>
    expect(
      (await listWorkflows(of)).map((workflow) => workflow.isActive),
      at,
    ).toEqual([isActive, isActive]);
  await atEachWrite(toBeUpdated, (id) => `POST /api/playbooks/${id}/pause`, areActive(false));
  const pausedAndToBeUpdated = async () => {
    const { of, id } = await toBeUpdated();
    expect((await api(`POST /api/playbooks/${id}/pause`, { token: of.person.token })).status).toBe(200);
    return { of, id };
  };
  await atEachWrite(pausedAndToBeUpdated, (id) => `POST /api/playbooks/${id}/resume`, areActive(true));
});
