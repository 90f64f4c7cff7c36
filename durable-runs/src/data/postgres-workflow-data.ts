import type { Database } from '@portage/database';
import { sql } from 'drizzle-orm';
import { retryDatabase } from './retry-database.ts';
import type { DataWrite, WorkflowDataPort } from './workflow-data-port.ts';

/** For shards that change the same value at once: at least one of them succeeds each round. */
const MOST_ROUNDS = 200;
/** How many writes a row remembers, to recognize one repeated after a crash. */
const RECENT_WRITES = 64;

/**
 * `$Data` with scope Workflow, in PostgreSQL. Every call except `update` is one statement, so each is atomic for its key.
 * PostgreSQL may be down for minutes (HOSTILE 10): a call that didn't reach it is repeated.
 */
export function postgresWorkflowData(connect: () => Database, wait: (ms: number) => Promise<void>): WorkflowDataPort {
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    retryDatabase(async () => (await connect().execute<Row>(query)).rows as Row[], wait);
  const inTurn = oneByOne();

  /** One round of a change; null if another write was faster. */
  async function tryUpdate(
    { workflowId, key, writeKey, nowMs }: DataWrite,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
    isCreated: 'never' | 'if missing',
  ): Promise<{ result: { value: unknown } | null } | null> {
    const [row] = await execute<{ value: string; version: string; is_done: boolean }>(sql`
      select value::text as value, xmin::text as version, ${writeKey} = any(recent_writes) as is_done from workflow_data
      where workflow_id = ${workflowId}::uuid and key = ${key} and (expires_at is null or expires_at > ${instant(nowMs)}::timestamptz)`);
    if (!row) return isCreated === 'never' ? { result: null } : tryCreate({ workflowId, key, writeKey, nowMs }, change, expiresAtMs);
    const present: unknown = JSON.parse(row.value);
    if (row.is_done) return { result: { value: present } };
    const value = change(present) ?? null;
    const changed = await execute(sql`
      update workflow_data set value = ${JSON.stringify(value)}::json, updated_at = ${instant(nowMs)}::timestamptz,
        expires_at = coalesce(${expiry(expiresAtMs)}::timestamptz, expires_at), recent_writes = ${remembering(writeKey)}
      where workflow_id = ${workflowId}::uuid and key = ${key} and xmin::text = ${row.version} returning 1 as one`);
    return changed.length > 0 ? { result: { value } } : null;
  }

  /** Null if another write created it first. */
  async function tryCreate(
    { workflowId, key, writeKey, nowMs }: DataWrite,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
  ) {
    const value = change(undefined) ?? null;
    const created = await execute(sql`
      insert into workflow_data (workflow_id, key, value, updated_at, expires_at, recent_writes)
      values (${workflowId}::uuid, ${key}, ${JSON.stringify(value)}::json, ${instant(nowMs)}::timestamptz,
        ${expiry(expiresAtMs)}::timestamptz, array[${writeKey}])
      on conflict (workflow_id, key) do update
      set value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at, recent_writes = excluded.recent_writes
      where workflow_data.expires_at <= ${instant(nowMs)}::timestamptz returning 1 as one`);
    return created.length > 0 ? { result: { value } } : null;
  }

  return {
    async load(workflowId, nowMs) {
      const rows = await execute<{ key: string; value: string }>(sql`
        select key, value::text as value from workflow_data
        where workflow_id = ${workflowId}::uuid and (expires_at is null or expires_at > ${instant(nowMs)}::timestamptz)`);
      const values = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
      return { values, bytes: rows.reduce((sum, { value }) => sum + value.length, 0) };
    },
    async set({ workflowId, key, writeKey, nowMs }, value, expiresAtMs) {
      // Expired values are deleted when their workflow writes again. The key itself is left to the other statement.
      await execute(sql`
        with expired as (
          delete from workflow_data where workflow_id = ${workflowId}::uuid and key <> ${key} and expires_at <= ${instant(nowMs)}::timestamptz
        )
        insert into workflow_data (workflow_id, key, value, updated_at, expires_at, recent_writes)
        values (${workflowId}::uuid, ${key}, ${JSON.stringify(value ?? null)}::json, ${instant(nowMs)}::timestamptz,
          ${expiry(expiresAtMs)}::timestamptz, array[${writeKey}])
        on conflict (workflow_id, key) do update
        set value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at,
          recent_writes = ${remembering(writeKey)}
        where not (${writeKey} = any(workflow_data.recent_writes))`);
    },
    update(write, change, expiresAtMs, isCreated) {
      return inTurn(`${write.workflowId}/${write.key}`, async () => {
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          const settled = await tryUpdate(write, change, expiresAtMs, isCreated);
          if (settled) return settled.result;
          await wait(Math.random() * Math.min(100, 5 * (round + 1)));
        }
        throw new Error(`The stored value "${write.key}" is being changed by too many runs at once. Please try again.`);
      });
    },
    async remove(workflowId, key) {
      await execute(sql`delete from workflow_data where workflow_id = ${workflowId}::uuid and key = ${key}`);
    },
  };
}

/** The row's list of writes with this one appended. */
function remembering(writeKey: string): ReturnType<typeof sql> {
  const all = sql`array_append(workflow_data.recent_writes, ${writeKey})`;
  return sql`(${all})[greatest(1, cardinality(workflow_data.recent_writes) + 2 - ${RECENT_WRITES}::int):]`;
}

function expiry(expiresAtMs: number | null): string | null {
  return expiresAtMs === null ? null : instant(expiresAtMs);
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Runs actions of the same name one after another, and those of different names in parallel. */
function oneByOne(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
