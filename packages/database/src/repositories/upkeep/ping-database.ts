import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';

/** Resolves when the database responds and its tables exist. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1 from users limit 1`);
}
