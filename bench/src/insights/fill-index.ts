import type { Client } from 'pg';
import { BENCH_USER } from '../portage.ts';

export const RUNS = 1_000_000;
const WORKFLOWS = 1_000;
const DAYS = 60;
const COUNTS = ['run_hours', 'run_days', 'run_months'];

/**
 * A million runs of 1,000 workflows and 81 people over 60 days, a fifth of them one person's. They are inserted a day
 * at a time, as they ran: a day's counts are adjacent, and what a change left behind is cleared.
 *
 * @returns the number of count rows
 */
export async function fillIndex(database: Client): Promise<number> {
  for (let day = DAYS; day > 0; day--) {
    // The triggers count them, as they count every run.
    await database.query(
      `insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, started_at, finished_at)
      select 'bench-' || n, case when n % 5 = 0 then u.id else md5('owner' || n % 100)::uuid end, md5('workflow' || n % $2::int)::uuid,
        md5('v')::uuid, 'Bench', case when n % 41 = 0 then 'Failed' when n % 97 = 0 then 'Cancelled' else 'Succeeded' end, began, began, began,
        began + (50 + (n::bigint * 7919) % 20000) * interval '1 ms'
      from generate_series(1 + $1::int * ($4::int - $5::int) / $4::int, $1::int * ($4::int - $5::int + 1) / $4::int) n,
        (select id from users where email = $3) u,
        lateral (select now() - ($1::int - n)::float8 / $1::int * $4::int * interval '1 day' as began) times`,
      [RUNS, WORKFLOWS, BENCH_USER.email, DAYS, day],
    );
    // Does what the background sweep and cleaning do.
    await database.query(`delete from run_hours where starts_at < now() - ${day - 1 + 4} * interval '1 day'`);
    for (const table of COUNTS) await database.query(`vacuum ${table}`);
  }
  for (const table of ['workflow_instances', ...COUNTS]) await database.query(`vacuum analyze ${table}`);
  const { rows } = await database.query<{ rows: number }>(
    'select (select count(*) from run_hours)::int + (select count(*) from run_days)::int as rows',
  );
  return rows[0]?.rows ?? 0;
}
