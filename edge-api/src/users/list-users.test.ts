import { schema } from '@portage/database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, makeUser, signedInPerson } from '../../test/api.ts';

test('an admin finds users by any part of the address, newest first, page by page', async () => {
  const { token } = await signedInPerson({ roles: ['ADMIN'] });
  const mark = crypto.randomUUID().slice(0, 8);
  for (let index = 0; index < 12; index += 1) {
    await makeUser({ email: `Person${index}@${mark}.test`, createdAt: new Date(Date.UTC(2026, 0, 1 + index)) });
  }
  const first = await api(`GET /api/users?userEmail=${mark.toUpperCase()}`, { token });
  expect(first.body.totalCount).toBe(12);
  expect(first.body.users.map(({ email }: { email: string }) => email.split('@')[0])).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Person${index}`),
  );
  const second = await api(`GET /api/users?userEmail=${mark}&pageIndex=1&pageSize=10`, { token });
  expect(second.body.users.map(({ email }: { email: string }) => email.split('@')[0])).toEqual(['Person1', 'Person0']);
  expect((await api(`GET /api/users?userEmail=%25${mark}`, { token })).body.totalCount).toBe(0);
});

test.each(['pageSize=0', 'pageSize=101', 'pageIndex=-1', 'pageIndex=x', 'pageIndex=0&pageIndex=1', 'sort=email'])(
  '%s is refused',
  async (query) => {
    const { token } = await signedInPerson({ roles: ['ADMIN'] });
    const answer = await api(`GET /api/users?${query}`, { token });
    expect(answer.status).toBe(400);
    expect(answer.code).toBe('validation');
  },
);

test('the search and the newest-first order use their indexes with many users', async () => {
  const db = database();
  await db.execute(sql`insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'bulk' || n || '-' || gen_random_uuid() || '@example.test', 'x', now() - n * interval '1 minute' from generate_series(1, 3000) n`);
  await db.execute(sql`vacuum analyze users`);
  // PostgreSQL reads a few rows faster by a sequential scan, so that is disabled for the plan: what matters is that the index can be used.
  const planOf = async (statement: ReturnType<typeof sql>) => {
    const [, plan] = await db.batch([db.execute(sql`set local enable_seqscan = off`), db.execute(sql`explain (format json) ${statement}`)]);
    return JSON.stringify(plan.rows);
  };
  const { users } = schema;
  expect(await planOf(sql`select * from ${users} where not is_deleted order by created_at desc, id desc limit 10`)).toContain(
    'users_created',
  );
  expect(await planOf(sql`select * from ${users} where not is_deleted and lower(email) like '%bulk2999-%'`)).toContain(
    'users_email_search',
  );
  await db.execute(sql`delete from users where email like 'bulk%'`);
});
