import { neon } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-http';
import { inject } from 'vitest';
import { connectHttp, type HttpDatabase } from '../src/connect.ts';
import * as schema from '../src/schema/index.ts';

export interface SentStatement {
  text: string;
  /** Sends different text with the same parameters. */
  run(text: string): Promise<Record<string, unknown>[]>;
}

/** The statements that a piece of code actually sends, alone or in a batch. */
export async function sentStatements(code: (db: HttpDatabase) => Promise<unknown>, address = inject('database')): Promise<SentStatement[]> {
  // Points the client at the test's own endpoint.
  connectHttp(address);
  const client = neon(address.DATABASE_URL);
  const query = client.query;
  const sent: SentStatement[] = [];
  client.query = ((text: string, params?: unknown[], ...rest: []) => {
    sent.push({ text, run: (other) => query(other, params) });
    return query(text, params, ...rest);
  }) as typeof query;
  await code(drizzle(client, { schema }));
  return sent;
}
