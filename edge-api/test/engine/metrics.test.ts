import { expect, test } from 'vitest';
import { fetchWorker, signedInPerson } from '../api.ts';
import { parsePrometheus } from '../parse-prometheus.ts';
import { makeWebhookWorkflow, signedInAdmin } from '../workflows.ts';

test('a webhook’s run shows in the metrics: accepted, started, finished, its steps by type', async () => {
  const admin = await signedInAdmin();
  const read = async () => {
    const answer = await fetchWorker('/api/metrics', { headers: { authorization: `Bearer ${admin.token}` } });
    return parsePrometheus(await answer.text());
  };
  const sampleOf = (families: Awaited<ReturnType<typeof read>>, name: string, labels: Record<string, string>) =>
    [...families.values()]
      .flatMap(({ samples }) => samples)
      .filter((sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
      .reduce((sum, { value }) => sum + value, 0);
  const before = await read();
  const person = await signedInPerson();
  const [good, bad] = [await makeWebhookWorkflow(person), await makeWebhookWorkflow(person, 'throw new Error("no")')];
  for (const { triggerCode } of [good, good, bad]) {
    expect((await fetchWorker(`/api/webhooks/${triggerCode}`, { method: 'POST' })).status).toBe(202);
  }
  const grown = async (name: string, labels: Record<string, string>) =>
    sampleOf(await read(), name, labels) - sampleOf(before, name, labels);
  // Other tests' runs may still end and be counted too; durable-runs tests what each summary adds.
  const awaitGrowth = (count: number, name: string, labels: Record<string, string>) =>
    expect.poll(() => grown(name, labels)).toBeGreaterThanOrEqual(count);
  await awaitGrowth(2, 'portage_runs_finished_total', { status: 'Succeeded', test: 'false' });
  await awaitGrowth(1, 'portage_runs_finished_total', { status: 'Failed', test: 'false' });
  await awaitGrowth(3, 'portage_runs_started_total', { test: 'false' });
  await awaitGrowth(3, 'portage_run_starts_total', { trigger: 'Webhook', outcome: 'accepted' });
  await awaitGrowth(2, 'portage_step_duration_seconds_count', { type: 'CustomScript', status: 'Succeeded' });
  await awaitGrowth(1, 'portage_step_duration_seconds_bucket', { type: 'CustomScript', status: 'Failed', le: '+Inf' });
  await awaitGrowth(2, 'portage_run_duration_seconds_count', { status: 'Succeeded' });
});
