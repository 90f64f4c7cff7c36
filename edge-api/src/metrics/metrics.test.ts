import { METRIC_BUCKETS, schema } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, fetchWorker, type Person, signedInPerson } from '../../test/api.ts';
import { parsePrometheus } from '../../test/parse-prometheus.ts';
import { impersonatedAdmin, signedInAdmin } from '../../test/workflows.ts';
import { prometheusText } from './prometheus-text.ts';

const read = (person?: Person) => fetchWorker('/api/metrics', { headers: person ? { authorization: `Bearer ${person.token}` } : {} });

test('HOSTILE 25: only admins in their own name see metrics', async () => {
  expect((await read()).status).toBe(401);
  expect((await read(await signedInPerson())).status).toBe(403);
  expect((await read(await impersonatedAdmin())).status).toBe(403);
});

test('show open runs, and silent ones, in the Prometheus text format', async () => {
  const admin = await signedInAdmin();
  const sampleOf = async (name: string, status: string) => {
    const answer = await read(admin);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const family = parsePrometheus(await answer.text()).get(name);
    expect(family?.type).toBe('gauge');
    return family?.samples.find(({ labels }) => labels.status === status && labels.test === 'true')?.value ?? 0;
  };
  const [openBefore, quietBefore] = [await sampleOf('portage_runs_open', 'InProgress'), await sampleOf('portage_runs_quiet', 'InProgress')];
  const row = (lastUpdatedAt: Date) => ({
    id: crypto.randomUUID(),
    ownerUserId: admin.row.id,
    workflowId: crypto.randomUUID(),
    workflowVersionId: crypto.randomUUID(),
    name: 'Counted',
    status: 'InProgress' as const,
    createdAt: lastUpdatedAt,
    lastUpdatedAt,
    // Rows of tests' runs are few: another file's row that turns silent meanwhile would be counted too.
    isTest: true,
  });
  await database()
    .insert(schema.workflowInstances)
    .values([row(new Date()), row(new Date(Date.now() - 11 * 60_000))]);
  expect((await sampleOf('portage_runs_open', 'InProgress')) - openBefore).toBe(2);
  expect((await sampleOf('portage_runs_quiet', 'InProgress')) - quietBefore).toBe(1);
});

test('count refused webhook calls', async () => {
  const admin = await signedInAdmin();
  const refused = async () => {
    const family = parsePrometheus(await (await read(admin)).text()).get('portage_webhook_refusals_total');
    expect(family?.type).toBe('counter');
    return family?.samples.find(({ labels }) => labels.code === 'not-found')?.value ?? 0;
  };
  const before = await refused();
  // Counts are written at most every ten seconds. No other test's refusals are near this time, so this one is written at once.
  const call = await api('POST /api/webhooks/nobody-has-this', { now: new Date('2100-01-01T00:00:00Z') });
  expect(call.status).toBe(404);
  expect(await refused()).toBeGreaterThan(before);
});

test('sum the rows one counter is spread over, and histograms bucket by bucket', async () => {
  const { length } = METRIC_BUCKETS.portage_step_duration_seconds;
  const buckets = (first: number, last: number) => [first, ...new Array<number>(length - 1).fill(0), last];
  const name = 'portage_step_duration_seconds';
  const labels = { type: 'Spread', status: 'Succeeded' };
  await database()
    .insert(schema.metrics)
    .values([
      { name, labels, slot: 0, value: 0.5, buckets: buckets(3, 1) },
      { name, labels: { status: 'Succeeded', type: 'Spread' }, slot: 5, value: 0.25, buckets: buckets(1, 0) },
    ]);
  const { samples = [] } = parsePrometheus(await (await read(await signedInAdmin())).text()).get(name) ?? {};
  const own = samples.filter((sample) => sample.labels.type === 'Spread');
  expect(own.find((sample) => sample.labels.le === '0.001')?.value).toBe(4);
  expect(own.find((sample) => sample.labels.le === '+Inf')?.value).toBe(5);
  expect(own.find((sample) => sample.name.endsWith('_sum'))?.value).toBe(0.75);
  expect(own.find((sample) => sample.name.endsWith('_count'))?.value).toBe(5);
});

test('labels keep any characters', () => {
  const odd = 'a"b\\c\nd';
  const text = prometheusText([{ name: 'portage_run_starts_total', labels: { trigger: odd }, value: 7, buckets: null }], {});
  expect(parsePrometheus(text).get('portage_run_starts_total')?.samples).toEqual([
    { name: 'portage_run_starts_total', labels: { trigger: odd }, value: 7 },
  ]);
});

test.each([
  ['a type before its help', '# TYPE a counter\na 1\n'],
  ['a sample outside its family', '# HELP a x\n# TYPE a counter\nb 1\n'],
  ['a sample twice', '# HELP a x\n# TYPE a counter\na{b="1"} 1\na{b="1"} 2\n'],
  ['a label that is not escaped', '# HELP a x\n# TYPE a counter\na{b="""} 1\n'],
  ['buckets that shrink', '# HELP a x\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n'],
  ['a histogram without +Inf', '# HELP a x\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ['a last line without an end', '# HELP a x\n# TYPE a counter\na 1'],
])('the tests’ own parser refuses %s', (_, text) => {
  expect(() => parsePrometheus(text)).toThrow();
});
