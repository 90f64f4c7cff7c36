import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { type StartRunRequest, toOwnerId } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { callsTo, chain, getShard, getShardStub, randomText, release, sleep, testEnv, until } from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';
import { runLimits } from '../limits.ts';

/** About half of the work that a step's expressions may use. */
const LARGE_EXPRESSION = `\${contains(joinList($Steps["list"].Response, "aaaa"), "${'a'.repeat(500)}b${'a'.repeat(500)}")}`;
const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
/** A loop over this many numbers with one script for each. */
const buildLoop = (items: number, text: string) =>
  chain(
    script('list', `return Array.from({ length: ${items} }, (_, at) => at)`),
    {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["list"].Response',
      loopFirstStepId: 'work',
      continueOnFailure: true,
      nextStepId: null,
    },
    script('work', text),
  );
const loopOver = (items: number, expression: string) =>
  chain(
    script('list', `return Array.from({ length: ${items} }, () => "a".repeat(100))`),
    {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["list"].Response',
      loopFirstStepId: 'work',
      continueOnFailure: true,
      nextStepId: null,
    },
    {
      stepId: 'work',
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'CurrentRun',
      keyValues: [{ key: 'found', valueExpression: expression }],
      nextStepId: null,
    },
  );
const short = chain(script('one', 'return 1'), script('two', 'return Steps["one"].Response + 1'));

/** durable-runs/README.md: how much a noisy run may delay the others of its shard at the median, on an idle machine. */
const MOST_ADDED_MS = 100;
/** A loop of this many light scripts takes an idle machine at most this long. */
const REFERENCE = { items: 2_000, ms: 200 };

const MOST_ROUNDS = 5;

type Request = (steps: WorkflowStep[]) => StartRunRequest;

async function run(one: StartRunRequest): Promise<number> {
  const startedAt = performance.now();
  await getShard(one.runId).startRun(one);
  expect((await until(one.runId)).status).toBe('Succeeded');
  return performance.now() - startedAt;
}

/** The median time of short runs, one started every 25 ms, from start to end as their caller sees it. */
async function medianOfShortRuns(request: Request): Promise<number> {
  const times: Promise<number>[] = [];
  for (let at = 0; at < 40; at += 1) {
    times.push(run(request(short)));
    await sleep(25);
  }
  const sorted = (await Promise.all(times)).sort((left, right) => left - right);
  return sorted[sorted.length / 2] as number;
}

/** Outside load only ever adds time, so the lowest of a few rounds shows what the shard itself costs. */
async function measureLowest(measure: () => Promise<number>, wanted: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && least >= wanted; round += 1) least = Math.min(least, await measure());
  return least;
}

/** How much a noisy run delays the short runs of its shard at the median, scaled to an idle machine. */
async function addedBy(noisy: WorkflowStep[]): Promise<number> {
  const request = ownShard();
  // How much slower this machine is at present: everything below is measured within the same minute.
  const slowness = Math.max(1, (await run(request(buildLoop(REFERENCE.items, 'return 1')))) / REFERENCE.ms);
  const calm = await medianOfShortRuns(request);
  const loud = request(noisy);
  await getShard(loud.runId).startRun(loud);
  const disturbed = await medianOfShortRuns(request);
  expect((await getShard(loud.runId).getRun(loud.runId))?.status).toBe('InProgress');
  expect(await getShard(loud.runId).cancelRun(loud.runId)).toEqual({ isSuccess: true });
  return (disturbed - calm) / slowness;
}

describe('a shard is fair', () => {
  test.each([
    // Each script is cut off after a tenth of a second or more, and the next begins at once.
    ['HOSTILE 16: endless scripts', buildLoop(500, 'for (;;) {}')],
    ['a loop over 100,000 items', buildLoop(100_000, 'return Steps["each"].CurrentItem * 2')],
  ])('%s: the other runs are delayed by less than 100 ms at the median', async (_name, noisy) => {
    expect(await measureLowest(() => addedBy(noisy), MOST_ADDED_MS)).toBeLessThan(MOST_ADDED_MS);
  });

  test.each([
    // Both take the longest of everything that is cut off.
    ['20 endless scripts', 20, ['for (;;) await 0', 'return /^(a+)+$/.test("a".repeat(40) + "!")'].map((text) => buildLoop(500, text))],
    ['12 loops over 100,000 items', 12, [buildLoop(100_000, 'return Steps["each"].CurrentItem * 2')]],
    ['12 loops of the largest expressions', 12, [loopOver(2_000, LARGE_EXPRESSION)]],
  ])(
    "HOSTILE 40: %s of one owner do not slow another owner's first step by more than 200 ms at the median",
    async (_name, runs, workflows) => {
      const added = async () => {
        const slowness = Math.max(1, (await run(ownShard()(buildLoop(REFERENCE.items, 'return 1')))) / REFERENCE.ms);
        const first = async () => {
          const times: number[] = [];
          // Each run belongs to another owner, and so has its own shard.
          for (let at = 0; at < 15; at += 1) times.push(await run(ownShard()(short)));
          return times.sort((left, right) => left - right)[7] as number;
        };
        const calm = await first();
        const lanes = Array.from({ length: 4 }, () => ownShard());
        const ownerUserId = toOwnerId(crypto.randomUUID());
        const loud = Array.from({ length: runs }, (_, at) => {
          const request = (lanes[at % 4] as Request)(workflows[at % workflows.length] as WorkflowStep[]);
          return { ...request, ownerUserId, ...(request.version ? { version: { ...request.version, ownerUserId } } : {}) };
        });
        await Promise.all(loud.map((one) => getShard(one.runId).startRun(one)));
        const disturbed = await first();
        const states = await Promise.all(loud.map(({ runId }) => getShard(runId).getRun(runId)));
        // None has ended: all of them wanted the thread in the meantime. Some may still wait for their first turn.
        for (const run of states) expect(['Scheduled', 'InProgress']).toContain(run?.status);
        for (const { runId } of loud) await getShard(runId).cancelRun(runId);
        return (disturbed - calm) / slowness;
      };
      expect(await measureLowest(added, 200)).toBeLessThan(200);
    },
  );

  test('and the noisy run makes progress as well: no run starves', async () => {
    const request = ownShard();
    const loud = request(buildLoop(100_000, 'return 1'));
    await getShard(loud.runId).startRun(loud);
    const stepsNow = async () => (await getShard(loud.runId).getRun(loud.runId))?.stepCount ?? 0;
    const seen: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => run(request(short))));
      seen.push(await stepsNow());
    }
    for (let round = 1; round < seen.length; round += 1) expect(seen[round]).toBeGreaterThan(seen[round - 1] ?? 0);
    await getShard(loud.runId).cancelRun(loud.runId);
  });
});

describe('the admission queue', () => {
  /** Fills all of a shard's call slots with calls whose responses come when the test says so. */
  async function fill(request: Request, path: string): Promise<StartRunRequest[]> {
    const slow = Array.from({ length: runLimits.callingRuns }, () =>
      request(chain({ stepId: 'slow', type: 'HttpRequest', url: `${testEnv.TARGET}${path}` })),
    );
    await Promise.all(slow.map((one) => getShard(one.runId).startRun(one)));
    await expect.poll(async () => (await callsTo(path)).length).toBe(runLimits.callingRuns);
    return slow;
  }

  test('accepts runs at once, lets them call in order, and keeps the order across a crash', async () => {
    const request = ownShard();
    const path = `/echo/${randomText()}`;
    const slow = await fill(request, `/held/${randomText()}`);
    const call = (at: number) =>
      chain({ stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: `${testEnv.TARGET}${path}?at=${at}` });
    const waiting = Array.from({ length: 100 }, (_, at) => request(call(at)));
    for (const one of waiting) expect(await getShard(one.runId).startRun(one)).toMatchObject({ outcome: 'accepted' });
    const [last] = waiting.slice(-1);
    expect((await until(last?.runId ?? '', ['InProgress'])).stepCount).toBe(2);
    expect(await callsTo(path)).toEqual([]);
    await abortAllDurableObjects();
    await getShard(waiting[0]?.runId ?? '').getRun(waiting[0]?.runId ?? '');
    for (const { runId } of slow) expect(await getShard(runId).cancelRun(runId)).toEqual({ isSuccess: true });
    for (const { runId } of waiting) expect((await until(runId)).status).toBe('Succeeded');
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(100);
    const startedAt = await Promise.all(waiting.map(async ({ runId }) => Date.parse((await until(runId)).startedAt ?? '')));
    expect([...startedAt].sort((left, right) => left - right)).toEqual(startedAt);
  });

  test('holds thousands of runs on disk and loses none of them', async () => {
    const request = ownShard();
    const held = `/held/${randomText()}`;
    await fill(request, held);
    const one = request(short);
    // All of one version; only the run differs.
    const starts = Array.from({ length: 3_000 }, () => ({ ...one, runId: one.runId.replace(/[^-]*$/, randomText()) }));
    await Promise.all(starts.map((start) => getShard(start.runId).startRun(start)));
    await runInDurableObject(getShardStub(one.runId), (_shard, state) => {
      const count = state.storage.sql.exec<{ n: number }>("SELECT COUNT(*) AS n FROM runs WHERE status = 'Scheduled'").one().n;
      expect(count).toBeGreaterThan(2_900);
    });
    await release(held);
    await until(starts.at(-1)?.runId ?? '', ['Succeeded']);
    // All have ended, and PostgreSQL has their ends.
    const left = () =>
      runInDurableObject(getShardStub(one.runId), (_shard, { storage }) => {
        const count = (query: string) => storage.sql.exec<{ n: number }>(query).one().n;
        return [count("SELECT COUNT(*) AS n FROM runs WHERE status <> 'Succeeded'"), count('SELECT COUNT(*) AS n FROM open_runs')];
      });
    await expect.poll(left).toEqual([0, 0]);
  });

  test('HOSTILE 40: a flood of one workflow delays another workflow’s run by a few runs, not by the whole queue', async () => {
    const request = ownShard();
    const one = request(buildLoop(100, 'return 1'));
    const flood = Array.from({ length: 600 }, () => ({ ...one, runId: one.runId.replace(/[^-]*$/, randomText()) }));
    await Promise.all(flood.map((start) => getShard(start.runId).startRun(start)));
    const lone = request(short);
    await getShard(lone.runId).startRun(lone);
    for (const { runId } of [lone, ...flood]) expect((await until(runId)).status).toBe('Succeeded');
    const [ahead, behind] = await runInDurableObject(getShardStub(one.runId), (_shard, { storage }) => {
      const [{ came, began }] = storage.sql
        .exec<{ came: number; began: number }>('SELECT created_at AS came, started_at AS began FROM runs WHERE run_id = ?', lone.runId)
        .toArray() as [{ came: number; began: number }];
      const count = (where: string) => storage.sql.exec<{ n: number }>(`SELECT COUNT(*) AS n FROM runs WHERE ${where}`).one().n;
      return [count(`started_at > ${came} AND started_at < ${began}`), count(`started_at > ${began}`)] as const;
    });
    expect(ahead).toBeLessThan(2 * runLimits.activeRuns);
    expect(behind).toBeGreaterThan(2 * runLimits.activeRuns);
  });
});

describe('runs that wait for responses', () => {
  /** This many runs of one workflow that wait for a server. */
  async function flood(request: Request, count: number, path: string): Promise<StartRunRequest[]> {
    const one = request(chain({ stepId: 'slow', type: 'HttpRequest', url: `${testEnv.TARGET}${path}` }));
    const starts = Array.from({ length: count }, () => ({ ...one, runId: one.runId.replace(/[^-]*$/, randomText()) }));
    await Promise.all(starts.map((start) => getShard(start.runId).startRun(start)));
    return starts;
  }
  const endedOf = async (starts: StartRunRequest[]) => {
    const runs = await Promise.all(starts.map(({ runId }) => getShard(runId).getRun(runId)));
    return runs.filter((run) => run?.status === 'Succeeded').length;
  };

  test('HOSTILE 40: 1,000 runs waiting for a slow server block neither scripts nor calls of the owner’s other workflows', async () => {
    const request = ownShard();
    const path = `/held/${randomText()}`;
    const slow = await flood(request, 1_000, path);
    // Each of them ends while none of the thousand has its response.
    await run(request(short));
    await run(request(chain({ stepId: 'quick', type: 'HttpRequest', url: `${testEnv.TARGET}/echo/${randomText()}` })));
    // Their own calls are limited: no more arrived while none had a response.
    expect((await callsTo(path)).length).toBeLessThanOrEqual(runLimits.callingRunsOfWorkflow);
    expect(await endedOf(slow)).toBe(0);
    // A busy machine slows both.
    const added = async () => {
      const calm = await medianOfShortRuns(ownShard());
      return (await medianOfShortRuns(request)) - calm;
    };
    expect(await measureLowest(added, 200)).toBeLessThan(200);
    for (const { runId } of slow) await getShard(runId).cancelRun(runId);
  });

  test('run in order, each once, even if the object ends, which counts against none that waits', async () => {
    const request = ownShard();
    const path = `/slow/300/${randomText()}`;
    const all = await flood(request, 200, path);
    await until(all.at(-1)?.runId ?? '', ['InProgress', 'Succeeded']);
    for (let crash = 0; crash < 5; crash += 1) {
      await abortAllDurableObjects();
      await getShard(all[0]?.runId ?? '').getRun(all[0]?.runId ?? '');
      // Crashes at any moment, in the middle of many calls.
      await sleep(100);
    }
    const strikes = await runInDurableObject(getShardStub(all[0]?.runId ?? ''), (_shard, { storage }) =>
      storage.sql.exec<{ n: number | null }>("SELECT SUM(json_extract(state_json, '$.state.strikes')) AS n FROM runs").one(),
    );
    // One for each run that was calling at an end.
    expect(strikes.n).toBeLessThanOrEqual(5 * runLimits.callingRunsOfWorkflow);
    for (const { runId } of all) expect((await until(runId)).status).toBe('Succeeded');
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(
      new Set(
        await Promise.all(
          all.map(({ runId }) =>
            getShard(runId)
              .getRun(runId)
              .then((run) => run?.status),
          ),
        ),
      ),
    ).toEqual(new Set(['Succeeded']));
    // GET calls have no key. Those in flight at an end are repeated, and those whose response was about to be stored; no others.
    expect(keys.length - all.length).toBeLessThanOrEqual(5 * (runLimits.callingRunsOfWorkflow + runLimits.activeRuns));
    const left = await runInDurableObject(getShardStub(all[0]?.runId ?? ''), (_shard, { storage }) =>
      storage.sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM parked_runs').one(),
    );
    expect(left.n).toBe(0);
  });

  test('a run that waits for its turn can be cancelled, and makes no calls', async () => {
    const request = ownShard();
    const path = `/held/${randomText()}`;
    const all = await flood(request, 100, path);
    const last = all.at(-1)?.runId ?? '';
    await until(last, ['InProgress']);
    expect(await getShard(last).cancelRun(last)).toEqual({ isSuccess: true });
    await release(path);
    for (const { runId } of all.slice(0, -1)) expect(await until(runId)).toMatchObject({ errorMessage: null, status: 'Succeeded' });
    expect((await getShard(last).getRun(last))?.status).toBe('Cancelled');
    expect(await callsTo(path)).toHaveLength(99);
  });

  test('runs with many calls take turns: a loop of calls does not keep its slot while others wait', async () => {
    const request = ownShard();
    const path = `/slow/10/${randomText()}`;
    const one = request(
      chain(
        { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'tell', nextStepId: null },
        { stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: `${testEnv.TARGET}${path}`, nextStepId: null },
      ),
      Array.from({ length: 20 }, (_, at) => at),
    );
    const all = Array.from({ length: 70 }, () => ({ ...one, runId: one.runId.replace(/[^-]*$/, randomText()) }));
    await Promise.all(all.map((start) => getShard(start.runId).startRun(start)));
    for (const { runId } of all) expect(await until(runId)).toMatchObject({ errorMessage: null, status: 'Succeeded', stepCount: 22 });
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(70 * 20);
    expect(new Set(keys).size).toBe(70 * 20);
    // The last run made its first calls before the first run made its last.
    const lastRun = all.at(-1)?.runId ?? '';
    const firstOfLast = keys.findIndex((key) => key?.startsWith(lastRun));
    const lastOfFirst = keys.findLastIndex((key) => key?.startsWith(all[0]?.runId ?? ''));
    expect(firstOfLast).toBeLessThan(lastOfFirst);
  });
});
