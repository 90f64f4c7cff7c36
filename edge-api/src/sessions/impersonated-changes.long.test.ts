import type { Calls } from '@portage/contracts/calls';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { table } from '../../test/access/access-table.ts';
import { makeBelongings } from '../../test/access/belongings.ts';
import { call, isDone } from '../../test/access/calling.ts';
import { database, impersonate, signedInPerson } from '../../test/api.ts';

/** Calls that change somebody's own things; read-only calls aren't logged. */
const changingCalls = (Object.keys(table) as (keyof Calls)[]).filter((key) => {
  // Previews, schemas, a page's report about itself, and the API of a document that is refused (own-apis.test.ts adds one).
  const changesNothing = [
    'POST /api/workflows/preview-schedule',
    'POST /api/workflows/run-jobs/preview',
    'POST /api/workflows/instances/{id}/briefs',
    'POST /api/deployments/reports',
    'POST /api/own-apis',
    'POST /api/integration/integrations/operations/schema',
  ].includes(key);
  const isWrite = !key.startsWith('GET ') && !changesNothing;
  return ['self', 'list', 'thing', 'shared', 'impersonated'].includes(table[key].kind) && (isWrite || /\/(re-run|cancel)$/.test(key));
});

test.each(changingCalls)('HOSTILE 29: %s in somebody’s name is in the audit log under both names', async (key) => {
  const rule = table[key];
  if (typeof rule.ask !== 'function') throw new Error('Nobody makes it in another’s name');
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const token = await impersonate(admin.row.id, of.owner.row.id);
  const linesOf = () => database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
  expect(await linesOf()).toEqual([]);
  const answer = await call(key, rule.ask(of), token);
  expect(isDone(answer.status), JSON.stringify(answer.body)).toBe(true);
  const lines = await linesOf();
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatchObject({ actorUserId: of.owner.row.id, subjectUserId: of.owner.row.id });
});
