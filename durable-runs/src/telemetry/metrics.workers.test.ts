import { connectHttp, type MetricRecord, readMetrics } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { chain, newVersion, start, testEnv, until } from '../../test/harness.ts';
import { ShardMetrics } from '../metrics/shard-metrics.ts';
import type { InstanceSummary } from '../outbox/instance-summary.ts';
import { postgresSummaries } from '../outbox/postgres-summaries.ts';

const db = () => connectHttp(testEnv);

/** The counts since the last call, as `name{label values}` with its value. */
async function counting(): Promise<() => Promise<Map<string, MetricRecord>>> {
  const key = ({ name, labels }: MetricRecord) => `${name} ${Object.values(labels).join(' ')}`.trim();
  const before = new Map((await readMetrics(db())).map((record) => [key(record), record]));
  return async () => {
    const grown = (await readMetrics(db())).map((record) => {
      const earlier = before.get(key(record));
      const buckets = record.buckets?.map((count, at) => count - (earlier?.buckets?.[at] ?? 0)) ?? null;
      return [key(record), { ...record, value: record.value - (earlier?.value ?? 0), buckets }] as const;
    });
    return new Map(grown);
  };
}

function summary(overrides: Partial<InstanceSummary> = {}): InstanceSummary {
  const { versionId, workflowId, ownerUserId } = newVersion([]);
  return {
    id: crypto.randomUUID(),
    ownerUserId,
    workflowId,
    workflowVersionId: versionId,
    name: 'Counted',
    status: 'Succeeded',
    createdAt: 1_000_000,
    lastUpdatedAt: 1_000_000,
    continueAt: null,
    startedAt: 1_000_000,
    finishedAt: 1_002_000,
    stoodFailedMs: 0,
    errorMessage: null,
    isTest: false,
    stepCount: 3,
    failedSteps: 0,
    revision: 2,
    startedBy: 'Webhook',
    failedStep: null,
    tags: [],
    content: null,
    failureDepth: 0,
    parentRunId: null,
    waiting: null,
    ...overrides,
  };
}

// A run left behind by another file may end meanwhile, and is counted too.
describe('counters written with the summaries', { retry: 2 }, () => {
  test('a summary sent twice, or too late, counts once', async () => {
    const grown = await counting();
    const write = postgresSummaries(db);
    const ended = summary();
    await write([ended, summary({ status: 'Failed', finishedAt: 1_000_005 })]);
    await write([ended]);
    await write([{ ...ended, status: 'InProgress', revision: 1 }]);
    const counts = await grown();
    expect(counts.get('portage_runs_started_total false')?.value).toBe(2);
    expect(counts.get('portage_runs_finished_total false Succeeded')?.value).toBe(1);
    expect(counts.get('portage_runs_finished_total false Failed')?.value).toBe(1);
    expect(counts.get('portage_run_steps_total false Succeeded')?.value).toBe(3);
    expect(counts.get('portage_run_duration_seconds false Succeeded')).toMatchObject({
      // A difference of sums that other tests have added to.
      value: expect.closeTo(2, 6),
      buckets: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
    });
    expect(counts.get('portage_run_duration_seconds false Failed')?.buckets?.[0]).toBe(1);
    expect(counts.get('portage_summary_delay_seconds')?.buckets?.at(-1)).toBe(2);
  });

  test('a continued run ends a second time, and its steps aren’t counted twice', async () => {
    const grown = await counting();
    const write = postgresSummaries(db);
    const failed = summary({ status: 'Failed', stepCount: 5, isTest: true });
    await write([failed]);
    await write([{ ...failed, status: 'Succeeded', stepCount: 9, revision: 4 }]);
    const counts = await grown();
    expect(counts.get('portage_runs_started_total true')?.value).toBe(1);
    expect(counts.get('portage_run_steps_total true Failed')?.value).toBe(5);
    expect(counts.get('portage_run_steps_total true Succeeded')?.value).toBe(4);
  });

  test('shards that write at the same time lose no count and never deadlock', async () => {
    const grown = await counting();
    const write = postgresSummaries(db);
    const deltas = () => {
      const metrics = new ShardMetrics();
      for (const type of ['Loop', 'CustomScript', 'Branch'])
        metrics.observe('portage_step_duration_seconds', { type, status: 'Together' }, 0.02);
      metrics.count('portage_run_starts_total', { trigger: 'Webhook', outcome: 'together' }, 2);
      return metrics.take();
    };
    await Promise.all(Array.from({ length: 40 }, () => write([summary()], deltas())));
    const counts = await grown();
    expect(
      counts.get('portage_run_starts_total Webhook together')?.value ?? counts.get('portage_run_starts_total together Webhook')?.value,
    ).toBe(80);
    for (const type of ['Loop', 'CustomScript', 'Branch']) {
      const record = [...counts.values()].find(({ labels }) => labels.type === type && labels.status === 'Together');
      expect(record?.buckets).toEqual([0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0]);
      expect(record?.value).toBeCloseTo(0.8);
    }
  });

  test('counts that couldn’t be written are put back and counted later', () => {
    const metrics = new ShardMetrics();
    metrics.count('portage_run_strikes_total', {});
    const taken = metrics.take();
    expect(metrics.take()).toEqual([]);
    metrics.count('portage_run_strikes_total', {});
    metrics.giveBack(taken);
    expect(metrics.take()).toEqual([{ name: 'portage_run_strikes_total', labels: {}, value: 2, buckets: null }]);
  });

  test('a run counts its steps by type and its trigger', async () => {
    const grown = await counting();
    const { runId } = await start(
      chain({ stepId: 'one', type: 'CustomScript', script: 'return 1' }, { stepId: 'bad', type: 'CustomScript', script: 'throw 1' }),
    );
    await until(runId);
    const typed = (counts: Map<string, MetricRecord>, name: string, labels: Record<string, string>) =>
      [...counts.values()].find(
        (record) => record.name === name && Object.entries(labels).every(([label, text]) => record.labels[label] === text),
      );
    const failedScripts = async () => typed(await grown(), 'portage_step_duration_seconds', { type: 'CustomScript', status: 'Failed' });
    await expect.poll(async () => (await failedScripts())?.buckets?.some((count) => count > 0)).toBe(true);
    const counts = await grown();
    const total = (labels: Record<string, string>) =>
      typed(counts, 'portage_step_duration_seconds', labels)?.buckets?.reduce((sum, count) => sum + count, 0);
    expect(total({ type: 'CustomScript', status: 'Succeeded' })).toBeGreaterThanOrEqual(1);
    expect(total({ type: 'CustomScript', status: 'Failed' })).toBeGreaterThanOrEqual(1);
    expect(total({ type: 'Trigger', status: 'Succeeded' })).toBeGreaterThanOrEqual(1);
    expect(typed(counts, 'portage_run_starts_total', { trigger: 'Webhook', outcome: 'accepted' })?.value).toBeGreaterThanOrEqual(1);
  });

  test('a failed attempt that is repeated counts as a retry', async () => {
    const grown = await counting();
    const call = {
      stepId: 'call',
      type: 'HttpRequest' as const,
      httpMethod: 'GET',
      url: `${testEnv.TARGET}/flaky/1/${crypto.randomUUID()}`,
      useRetry: true,
    };
    const { runId } = await start(chain(call));
    expect((await until(runId)).status).toBe('Succeeded');
    await expect.poll(async () => (await grown()).get('portage_step_retries_total HttpRequest')?.value ?? 0).toBeGreaterThanOrEqual(1);
  });
});
