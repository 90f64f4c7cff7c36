import { schema } from '@portage/database';
import { expect, test } from 'vitest';
import { database, fetchWorker, type Person, signedInPerson } from '../../test/api.ts';
import { impersonatedAdmin, signedInAdmin } from '../../test/workflows.ts';

const read = (person?: Person) => fetchWorker('/api/metrics', { headers: person ? { authorization: `Bearer ${person.token}` } : {} });

function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

test('HOSTILE 25: metrics are for admins in their own name', async () => {
  expect((await read()).status).toBe(401);
  expect((await read(await signedInPerson())).status).toBe(403);
  expect((await read(await impersonatedAdmin())).status).toBe(403);
});

test('count the runs by how they ended, how long they took and their steps, in the text format of Prometheus', async () => {
  const admin = await signedInAdmin();
  const before = await read(admin);
  expect(before.status).toBe(200);
  expect(before.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const earlier = valuesOf(await before.text());
  const startedAt = new Date();
  const row = (status: 'Succeeded' | 'Failed' | 'InProgress', seconds: number | null, stepCount: number) => ({
    id: crypto.randomUUID(),
    ownerUserId: admin.row.id,
    workflowId: crypto.randomUUID(),
    workflowVersionId: crypto.randomUUID(),
    name: 'Counted',
    status,
    createdAt: startedAt,
    lastUpdatedAt: startedAt,
    startedAt,
    finishedAt: seconds === null ? null : new Date(startedAt.getTime() + seconds * 1_000),
    stepCount,
  });
  await database()
    .insert(schema.workflowInstances)
    .values([row('Succeeded', 0.02, 3), row('Succeeded', 2, 4), row('Failed', 7_200, 1), row('InProgress', null, 1)]);

  const text = await (await read(admin)).text();
  expect(text).toContain('# TYPE portage_run_duration_seconds histogram');
  const later = valuesOf(text);
  const grown = (name: string) => Math.round(((later.get(name) ?? 0) - (earlier.get(name) ?? 0)) * 1_000) / 1_000;
  expect(grown('portage_runs_started_total{test="false"}')).toBe(4);
  expect(grown('portage_runs_finished_total{status="Succeeded",test="false"}')).toBe(2);
  expect(grown('portage_runs_finished_total{status="Failed",test="false"}')).toBe(1);
  expect(grown('portage_runs_open{status="InProgress",test="false"}')).toBe(1);
  expect(grown('portage_run_steps_total{status="Succeeded",test="false"}')).toBe(7);
  const bucket = (bound: string) => grown(`portage_run_duration_seconds_bucket{status="Succeeded",test="false",le="${bound}"}`);
  expect(['0.01', '0.05', '1', '5', '+Inf'].map(bucket)).toEqual([0, 1, 1, 2, 2]);
  expect(grown('portage_run_duration_seconds_sum{status="Succeeded",test="false"}')).toBe(2.02);
  expect(grown('portage_run_duration_seconds_count{status="Failed",test="false"}')).toBe(1);
});
