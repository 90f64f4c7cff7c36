import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type pg from 'pg';
import { POSTGRES_USER } from '../postgres/cluster.ts';

const { Client } = createRequire(import.meta.url)('pg') as typeof pg;

const readJson = (dataDir: string, file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Record<string, string>;

/** Runs the crons of a Portage started with `npm start` and waits for their end: a test need not wait five minutes. */
export async function runCrons(dataDir: string): Promise<void> {
  const headers = { authorization: `Bearer ${readJson(dataDir, 'secrets.json').deployToken}` };
  const answer = await fetch(`${readJson(dataDir, 'control.json').url}/crons`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`The crons did not run: ${answer.status} ${await answer.text()}`);
}

/** Changes the database of a Portage started with `npm start`, if a test needs time to have passed. */
export async function changeDatabase(dataDir: string, statement: string, values: readonly unknown[]): Promise<void> {
  const { databasePassword } = readJson(dataDir, 'secrets.json');
  const port = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]);
  const client = new Client({ host: '127.0.0.1', port, user: POSTGRES_USER, password: databasePassword, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
