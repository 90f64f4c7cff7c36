import { sql } from 'drizzle-orm';
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
  const at = sql`${now.toISOString()}::timestamptz`;
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${rateLimits.windowEndsAt} <= ${at} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${rateLimits.windowEndsAt} <= ${at} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt });
  return row ?? { count: 1, windowEndsAt };
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
