import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { rateLimits } from '../../schema/rate-limits.ts';

/**
 * Counts one attempt in the key's window; a window that is over starts again. One statement, so that simultaneous attempts are all counted.
 *
 * @returns how many attempts the window holds now, and when it ends
 */
export async function countAttempt(
  db: HttpDatabase,
  key: string,
  windowMs: number,
  now: Date,
): Promise<{ count: number; windowEndsAt: Date }> {
  const { rows } = await db.execute<{ count: number; endsAtMs: number }>(countingAttempt(key, windowMs, now));
  const [row = { count: 1, endsAtMs: now.getTime() + windowMs }] = rows;
  return { count: row.count, windowEndsAt: new Date(row.endsAtMs) };
}

/** The statement of `countAttempt`, to be part of another one. */
export function countingAttempt(key: string, windowMs: number, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const endsAt = sql`${new Date(now.getTime() + windowMs).toISOString()}::timestamptz`;
  return sql`insert into rate_limits as r (key, count, window_ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set count = case when r.window_ends_at <= ${at} then 1 else r.count + 1 end,
      window_ends_at = case when r.window_ends_at <= ${at} then excluded.window_ends_at else r.window_ends_at end
    returning count, (extract(epoch from window_ends_at) * 1000)::float8 as "endsAtMs"`;
}

/** After a success, earlier failures no longer count. */
export async function forgetAttempts(db: HttpDatabase, key: string): Promise<void> {
  await db.delete(rateLimits).where(sql`${rateLimits.key} = ${key}`);
}

/** Takes one attempt back that turned out not to count. */
export async function uncountAttempt(db: HttpDatabase, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(sql`${rateLimits.key} = ${key}`);
}
