import type { IncomingHttpHeaders } from 'node:http';
import type { DatabaseError, Pool, PoolClient, QueryArrayResult } from 'pg';

interface Query {
  query: string;
  params?: unknown[];
}

export interface SqlResponse {
  status: number;
  body: unknown;
}

const ISOLATION_LEVELS: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

/** Neon returns values as PostgreSQL wrote them; the driver parses them (`Neon-Raw-Text-Output`). */
const RAW_TEXT = { getTypeParser: () => (value: unknown) => value };

/** Handles one `POST /sql` of @neondatabase/serverless: one statement, or `{ queries }` as one transaction. */
export async function handleSql(pool: Pool, headers: IncomingHttpHeaders, body: unknown): Promise<SqlResponse> {
  try {
    if (isBatch(body)) return { status: 200, body: { results: await runBatch(pool, headers, body.queries) } };
    return { status: 200, body: await runQuery(pool, body as Query) };
  } catch (error) {
    // The driver reads SQLSTATE and the rest from a 400 with PostgreSQL's own fields.
    const { message, code, detail, hint, position, severity, schema, table, column, constraint, dataType, where, routine } =
      error as DatabaseError;
    return {
      status: 400,
      body: { message, code, detail, hint, position, severity, schema, table, column, constraint, dataType, where, routine },
    };
  }
}

function isBatch(body: unknown): body is { queries: Query[] } {
  return typeof body === 'object' && body !== null && Array.isArray((body as { queries?: unknown }).queries);
}

/** Names of the statements that begin with PREPARED (packages/database), by their texts. There are a few, and none is made of its values. */
const preparedNames = new Map<string, string>();

function prepareName(query: string): { name?: string } {
  if (!query.startsWith('/* prepared */')) return {};
  const name = preparedNames.get(query) ?? `prepared_${preparedNames.size + 1}`;
  preparedNames.set(query, name);
  return { name };
}

async function runQuery(client: Pool | PoolClient, { query, params }: Query): Promise<unknown> {
  const statement = { ...prepareName(query), text: query, values: params ?? [], types: RAW_TEXT };
  const result: QueryArrayResult = await client.query({ ...statement, rowMode: 'array' });
  const { command, rowCount, fields, rows } = result;
  return { command, rowCount, fields, rows, rowAsArray: true };
}

async function runBatch(pool: Pool, headers: IncomingHttpHeaders, queries: Query[]): Promise<unknown[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`BEGIN${transactionModes(headers)}`);
    const results: unknown[] = [];
    for (const query of queries) results.push(await runQuery(client, query));
    await client.query('COMMIT');
    return results;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function transactionModes(headers: IncomingHttpHeaders): string {
  const isolation = ISOLATION_LEVELS[String(headers['neon-batch-isolation-level'] ?? '')];
  return [
    isolation ? ` ISOLATION LEVEL ${isolation}` : '',
    headers['neon-batch-read-only'] === 'true' ? ' READ ONLY' : '',
    headers['neon-batch-deferrable'] === 'true' ? ' DEFERRABLE' : '',
  ].join('');
}
