import { createRequire } from 'node:module';
import type { OwnerId } from '@portage/contracts';
import { users, workflows } from '@portage/database';
import { eq, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { ensureAccount } from './accounts.ts';
import { seedGiftCards } from './gift-cards.ts';
import { PUBLISHED_DEMO } from './published-accounts.ts';
import { seedWorkflows } from './workflows.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

export interface SeedSettings {
  /** Portage's address. Sample workflows and runs are made through its HTTP API, as a person makes them. */
  origin: string;
  databaseUrl: string;
  admin: { email: string; password: string };
  demoPassword: string;
  /** False: only the two accounts. */
  withDemo: boolean;
}

const DEMO = { email: PUBLISHED_DEMO.email, firstName: 'Dana', lastName: 'Demo', isAdmin: false };

/** Makes the data of the first start: two accounts, a few workflows with their runs, gift cards (README.md). */
export async function seedPortage({ origin, databaseUrl, admin, demoPassword, withDemo }: SeedSettings): Promise<void> {
  const demo = { ...DEMO, password: demoPassword };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const db = drizzle(client);
    await ensureAccount(db, { ...admin, firstName: 'Ada', lastName: 'Admin', isAdmin: true });
    const demoUserId = await ensureAccount(db, demo);
    // Deleted workflows count: someone who deleted the samples doesn't want them back.
    if (!withDemo || (await countWorkflows(db, demoUserId)) > 0) return;
    console.log('Making a few sample workflows and runs (once) …');
    await seedGiftCards(db, demoUserId);
    await seedWorkflows(origin, demo);
    // The demo account shows a Portage in use.
    await db.update(users).set({ firstStepsClosedAt: new Date() }).where(eq(users.id, demoUserId));
  } finally {
    await client.end();
  }
}

async function countWorkflows(db: NodePgDatabase, ownerUserId: OwnerId): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(workflows).where(eq(workflows.ownerUserId, ownerUserId));
  return row?.count ?? 0;
}
