import { makeRunId } from '@portage/contracts';
import { workflowInstances } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow } from '../../test/workflows.ts';

async function addRun(person: Person, at: Date): Promise<void> {
  await database()
    .insert(workflowInstances)
    .values({
      id: makeRunId(person.row.id, at.getTime(), 0, crypto.randomUUID().replaceAll('-', '').slice(0, 20)),
      ownerUserId: person.row.id,
      workflowId: crypto.randomUUID(),
      workflowVersionId: crypto.randomUUID(),
      name: 'Run',
      status: 'Succeeded',
      createdAt: at,
      lastUpdatedAt: at,
    });
}

test('statistics count the caller’s workflows and runs by month in UTC, including months without runs', async () => {
  const person = await signedInPerson();
  const deleted = await makeWorkflow(person);
  await api(`DELETE /api/workflows/${deleted.id}`, { token: person.token });
  await makeWorkflow(person);
  const now = new Date();
  const month = (ago: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1);
  for (const at of [month(0), month(1), month(0) - 1, month(11), month(12), month(30)]) await addRun(person, new Date(at));
  await addRun(await signedInPerson(), now);

  const { body } = await api('GET /api/dashboards/stats', { token: person.token, now });
  expect(body.stats).toMatchObject({ totalWorkflowsCount: 1, totalWorkflowInstancesCount: 6 });
  expect(body.stats.workflowInstancesStats).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((ago) => ({
      createdAtDate: new Date(month(ago)).toISOString(),
      instancesCount: ago === 1 ? 2 : ago === 0 || ago === 11 ? 1 : 0,
    })),
  );
  expect(await api('GET /api/dashboards/stats')).toMatchObject({ status: 401 });
});
