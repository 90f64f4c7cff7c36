import { NeonDbError } from '@neondatabase/serverless';
import { type OwnerId, toOwnerId } from '@portage/contracts';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { database, makeUser } from '../test/rows.ts';
import { connectHttp, connectPool, findSqlState, isDatabaseAway, PREPARED, UNIQUE_VIOLATION } from './connect.ts';
import { users } from './schema/users.ts';

test('instants, lists, JSON and text of every script survive a round trip', async () => {
  const createdAt = new Date('2026-02-28T23:59:59.987Z');
  const fields = {
    createdAt,
    firstName: 'Žofie 😀 "quoted" \\ back',
    scopes: ['a,b', '{c}', '"d"', ''],
    workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5 },
    billingDetails: { nested: [1, null, 'x'] },
  };
  const { id } = await makeUser(fields);
  const [row] = await database().select().from(users).where(eq(users.id, id));
  expect(row).toMatchObject(fields);
});

test('a batch is all or nothing, and reports the SQLSTATE of what stopped it', async () => {
  const db = database();
  const [first, second] = [toOwnerId(crypto.randomUUID()), toOwnerId(crypto.randomUUID())];
  const row = (id: OwnerId) => ({ id, email: `${first}@example.test`, passwordHash: 'none', createdAt: new Date() });
  const error = await db
    .batch([db.insert(users).values(row(first)), db.insert(users).values(row(second))])
    .catch((cause: unknown) => cause);
  expect(findSqlState(error)).toBe(UNIQUE_VIOLATION);
  expect(await db.select().from(users).where(eq(users.id, first))).toEqual([]);
});

test('a transaction over the WebSocket rolls back, and other writers wait for the rows it locks', async () => {
  const user = await makeUser();
  await using pool = connectPool(inject('database'));
  const failure = pool.db.transaction(async (transaction) => {
    await transaction.update(users).set({ firstName: 'Changed' }).where(eq(users.id, user.id));
    throw new Error('change of mind');
  });
  await expect(failure).rejects.toThrow('change of mind');

  const increase = () =>
    pool.db.transaction(async (transaction) => {
      const [row] = await transaction.select().from(users).where(eq(users.id, user.id)).for('update');
      await transaction
        .update(users)
        .set({ firstName: String(Number(row?.firstName || 0) + 1) })
        .where(eq(users.id, user.id));
    });
  await Promise.all([increase(), increase(), increase(), increase(), increase()]);
  const [row] = await database().select().from(users).where(eq(users.id, user.id));
  expect(row?.firstName).toBe('5');
});

test('a statement that asks for it is prepared once for each connection, and others are not', async () => {
  const count = sql`select count(*)::int as count from pg_prepared_statements where statement like ${'%of this test%'}`;
  const prepared = async (statement: typeof count) => (await database().execute<{ count: number }>(statement)).rows[0]?.count;
  expect(await prepared(sql`${count} and 'of this test' <> 'x'`)).toBe(0);
  const marked = sql`${PREPARED} ${count} and 'of this test' <> 'x'`;
  expect([await prepared(marked), await prepared(marked), await prepared(marked)]).toEqual([1, 1, 1]);
});

test('one isolate refuses to use two endpoints', () => {
  database();
  expect(() => connectHttp({ ...inject('database'), NEON_PROXY_URL: 'http://elsewhere.test' })).toThrow('one Neon endpoint');
});

test('errors from outside the database have no SQLSTATE', () => {
  expect(findSqlState(new Error('x'))).toBeNull();
  expect(findSqlState(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeNull();
  expect(findSqlState(new Error('outer', { cause: Object.assign(new Error('inner'), { code: '40001' }) }))).toBe('40001');
  expect(findSqlState(undefined)).toBeNull();
});

test('a wrong statement fails with its reason and leaves the connection usable', async () => {
  const error = await database()
    .execute(sql`select * from no_such_table`)
    .catch((cause: unknown) => cause);
  expect(findSqlState(error)).toBe('42P01');
  expect((await database().execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('HOSTILE 10: an unreachable database is distinguished from a wrong statement', async () => {
  const failureOf = (query: ReturnType<typeof sql>) =>
    database()
      .execute(query)
      .then(
        () => null,
        (cause: unknown) => cause,
      );
  expect(isDatabaseAway(await failureOf(sql`select pg_terminate_backend(pg_backend_pid())`))).toBe(true);
  expect(isDatabaseAway(await failureOf(sql`select * from no_such_table`))).toBe(false);
  expect(isDatabaseAway(new Error('of our own'))).toBe(false);
  const unreachable = (code: string) => new Error('query', { cause: Object.assign(new NeonDbError('no connection'), { code }) });
  expect(['ECONNREFUSED', 'EPIPE'].map((code) => isDatabaseAway(unreachable(code)))).toEqual([true, true]);
});
