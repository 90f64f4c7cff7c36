import { expect, test } from 'vitest';
import { api, signedInPerson } from '../../test/api.ts';
import { signedInAdmin } from '../../test/workflows.ts';
import { csvCell } from './audit-csv.ts';

test('the audit log says who did what to whom, filtered by person, kind and time, a page at a time', async () => {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const { body } = await api('POST /api/users/impersonate', { token: admin.token, body: { userId: person.row.id } });
  await api('PUT /api/users/info', { token: body.user.accessToken.value, body: { jobTitle: 'Porter' } });
  const list = async (query: string) => (await api(`GET /api/audit?userEmail=${person.row.email}${query}`, { token: admin.token })).body;
  const all = await list('');
  expect(all.auditEntries.map(({ action }: { action: string }) => action)).toEqual(['impersonation.call', 'session.impersonation-begun']);
  expect(all.auditEntries[0]).toMatchObject({ actor: { email: person.row.email }, impersonator: { email: admin.row.email } });
  expect(await list('&action=session')).toMatchObject({ totalCount: 1, auditEntries: [{ subject: { email: person.row.email } }] });
  expect(await list('&impersonatedOnly=true')).toMatchObject({ totalCount: 1, auditEntries: [{ action: 'impersonation.call' }] });
  expect(await list('&to=2020-01-01T00:00:00Z')).toMatchObject({ totalCount: 0 });
  const secondPage = await list('&pageSize=1&pageIndex=1');
  expect(secondPage).toMatchObject({ totalCount: 2, auditEntries: [{ action: 'session.impersonation-begun' }] });
  const exported = await api(`GET /api/audit/export?userEmail=${person.row.email}`, { token: admin.token });
  expect(exported.body).toMatchObject({ rowCount: 2, totalCount: 2 });
  expect(exported.body.csv.split('\r\n')[1]).toContain(`"impersonation.call","${person.row.email}","${admin.row.email}"`);
});

test('an entry has the address the call came from, for admins only', async () => {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  await api('POST /api/workflows/', { token: person.token, body: { name: 'Seen' }, ipAddress: '203.0.113.7' });
  const path = `GET /api/audit?userEmail=${person.row.email}&action=workflow`;
  const { body } = await api(path, { token: admin.token });
  expect(body.auditEntries).toMatchObject([{ action: 'workflow.created', ipAddress: '203.0.113.7' }]);
  expect((await api(path, { token: person.token })).status).toBe(403);
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  [' =1', `"' =1"`],
  ['＝1', `"'＝1"`],
  ['say "hi", please', '"say ""hi"", please"'],
  ['ada@example.test', '"ada@example.test"'],
])('%j in a cell isn’t a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
