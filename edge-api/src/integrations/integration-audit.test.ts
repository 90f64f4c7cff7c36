import { expect, test } from 'vitest';
import { api, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import { admin, convert, finished, zoo } from '../../test/zoo-playbook.ts';

interface Line {
  action: string;
  workflow: { id: string; name: string; isDeleted: boolean } | null;
  isByAdmin: boolean;
}

async function readAudit(
  { token }: Pick<Person, 'token'>,
  query = 'app=integration',
): Promise<{ auditEntries: Line[]; totalCount: number }> {
  const answer = await api(`GET /api/integrations/audit?${query}`, { token });
  expect(answer.status, answer.message).toBe(200);
  return answer.body;
}

test('INT-19: people see what was done to their own workflows of an app, by whom, and nothing else', async () => {
  const of = await zoo();
  const id = await finished(of);
  const { animals } = (await convert(of, id)).body.playbook.workflowTemplateIdsToWorkflowIds;
  const { token, row } = of.person;
  // Another of their workflows has nothing to do with the app.
  await api('POST /api/workflows/', { token, body: { name: 'Other' } });
  const boss = await admin();
  const asThem = await impersonate(boss.row.id, row.id);
  await api(`POST /api/workflows/${animals}/deactivate`, { token: asThem });
  await api(`DELETE /api/workflows/${animals}`, { token });

  const { auditEntries, totalCount } = await readAudit(of.person);
  expect(totalCount).toBe(auditEntries.length);
  expect(auditEntries.slice(0, 3)).toMatchObject([
    { action: 'workflow.deleted', isByAdmin: false, workflow: { id: animals, name: 'Animals', isDeleted: true } },
    { action: 'workflow.deactivated', isByAdmin: true, workflow: { id: animals } },
    { action: 'playbook.updated-from-wizard', isByAdmin: false, workflow: null },
  ]);
  expect(auditEntries.filter(({ action }) => action === 'integration.created')).toHaveLength(2);
  expect(auditEntries.some(({ workflow }) => workflow?.name === 'Other')).toBe(false);
  const page = await readAudit(of.person, 'app=INTEGRATION&pageSize=2&pageIndex=1');
  expect([page.auditEntries, page.totalCount]).toEqual([auditEntries.slice(2, 4), totalCount]);

  expect(await readAudit(of.person, 'app=net-suite-and-salesforce')).toEqual({ auditEntries: [], totalCount: 0 });
  expect(await readAudit(await signedInPerson())).toEqual({ auditEntries: [], totalCount: 0 });
  // An admin has the whole log elsewhere; here they see their own entries.
  expect(await readAudit(boss)).toEqual({ auditEntries: [], totalCount: 0 });
});

test('an app must be named, and no other parameter is accepted', async () => {
  const { token } = await signedInPerson();
  for (const query of ['', '?app=', `?app=${'x'.repeat(201)}`, '?app=x&userId=1']) {
    expect((await api(`GET /api/integrations/audit${query}`, { token })).status, query).toBe(400);
  }
});
