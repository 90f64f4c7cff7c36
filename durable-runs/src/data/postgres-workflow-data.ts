import { type Database, sqlStateOf } from '@portage/database';
import { sql } from 'drizzle-orm';
import type { WorkflowDataPort } from './workflow-data-port.ts';

const PAUSES_MS = [100, 400, 1_500, 5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000];

/**
 * `$Data` of the scope Workflow in PostgreSQL: one statement a call, so each is atomic for its key, and the last write
 * stands. PostgreSQL may be away for minutes (HOSTILE 10): a call that did not reach it is made again.
 */
export function postgresWorkflowData(connect: () => Database, wait: (ms: number) => Promise<void>): WorkflowDataPort {
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    withPatience(async () => (await connect().execute<Row>(query)).rows as Row[], wait);
  return {
    async load(workflowId, nowMs) {
      const rows = await execute<{ key: string; value: string }>(sql`
        select key, value::text as value from workflow_data
        where workflow_id = ${workflowId}::uuid and (expires_at is null or expires_at > ${instant(nowMs)}::timestamptz)`);
      return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    },
    async set(workflowId, key, value, expiresAtMs, nowMs) {
      const expiresAt = expiresAtMs === null ? null : instant(expiresAtMs);
      await execute(sql`
        insert into workflow_data (workflow_id, key, value, updated_at, expires_at)
        values (${workflowId}::uuid, ${key}, ${JSON.stringify(value ?? null)}::json, ${instant(nowMs)}::timestamptz, ${expiresAt}::timestamptz)
        on conflict (workflow_id, key) do update
        set value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at`);
    },
    async remove(workflowId, key) {
      await execute(sql`delete from workflow_data where workflow_id = ${workflowId}::uuid and key = ${key}`);
    },
  };
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Repeats what failed because PostgreSQL could not be reached or was starting or stopping; a refused statement fails at once. */
async function withPatience<T>(call: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      const state = sqlStateOf(error);
      if (state !== null && !/^(08|53|57|40)/.test(state)) throw error;
      await wait(pauseMs);
    }
  }
  return call();
}
