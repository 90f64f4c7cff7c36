import { MOST_FAILURE_DEPTH, type RunWaiting } from '@portage/contracts';
import { type Database, type HistogramName, indexedWords, insertAlerts, METRIC_BUCKETS, PREPARED } from '@portage/database';
import { storableText } from '@portage/primitives/storable';
import { type SQL, sql } from 'drizzle-orm';
import type { InstanceSummary, WriteSummaries } from './instance-summary.ts';

/** Number of rows one counter is spread over. */
const METRIC_SLOTS = 8;

/**
 * One statement for any number of runs. The revision keeps a late summary from undoing a newer one (HOSTILE 10). The same
 * statement counts: runs by what really changed, so a summary sent twice counts once, and the shard's in-memory counts. Counters
 * are written in order, so two shards never deadlock.
 */
export function postgresSummaries(connect: () => Database): WriteSummaries {
  return async (summaries, deltas = []) => {
    const rows = JSON.stringify(summaries.map(toRow));
    const slot = Math.floor(Math.random() * METRIC_SLOTS);
    await connect().execute(sql`${PREPARED}
      with given as (
        select * from json_to_recordset(${rows}::json) as run (id text, owner_user_id uuid, workflow_id uuid, workflow_version_id uuid,
          name text, status text, created_at timestamptz, last_updated_at timestamptz, continue_at timestamptz, started_at timestamptz,
          finished_at timestamptz, stood_failed_ms bigint, error_message text, is_test boolean, step_count integer, failed_steps integer, revision integer,
          started_by text, failed_step text, tags json, failure_depth integer, parent_run_id text, waiting jsonb, content text[], identity jsonb)
      ), before as (
        select id, status, step_count from workflow_instances where id in (select id from given)
      ), written as (
        insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at,
          continue_at, started_at, finished_at, stood_failed_ms, error_message, is_test, step_count, failed_steps, revision, started_by, failed_step,
          parent_run_id, waiting, content, identity)
        select id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at,
          continue_at, started_at, finished_at, stood_failed_ms, error_message, is_test, step_count, failed_steps, revision, started_by, failed_step,
          parent_run_id, waiting, array_to_tsvector(content), identity
        from given
        on conflict (id) do update set workflow_version_id = excluded.workflow_version_id, status = excluded.status, last_updated_at = excluded.last_updated_at,
          continue_at = excluded.continue_at, started_at = excluded.started_at, finished_at = excluded.finished_at,
          stood_failed_ms = excluded.stood_failed_ms,
          error_message = excluded.error_message, step_count = excluded.step_count, failed_steps = excluded.failed_steps,
          revision = excluded.revision, failed_step = excluded.failed_step,
          waiting = excluded.waiting, content = excluded.content, identity = excluded.identity
        where workflow_instances.revision < excluded.revision
        returning id, owner_user_id, workflow_id, name, status, error_message, failed_step, is_test, step_count, started_at, finished_at,
          stood_failed_ms, last_updated_at, created_at
      ), changed as (
        select written.*, before.id is null as is_new, written.is_test::text as test,
          written.step_count - case when before.status in ('Succeeded', 'Failed', 'Cancelled') then before.step_count else 0 end as new_steps,
          greatest(0, extract(epoch from written.finished_at - written.started_at)::float8 - written.stood_failed_ms / 1000.0) as seconds,
          greatest(0, extract(epoch from clock_timestamp() - written.last_updated_at))::float8 as delay
        from written left join before on before.id = written.id
      ), ended as (
        select *, jsonb_build_object('status', status, 'test', test) as labels from changed
        where status in ('Succeeded', 'Failed', 'Cancelled')
      ), tagged as (
        insert into run_tags (run_id, name, value, position, owner_user_id, created_at)
        select written.id, tag.name, tag.value, tag.position, written.owner_user_id, written.created_at
        from written join given on given.id = written.id
        cross join lateral (
          select one->>'name' as name, one->>'value' as value, position from json_array_elements(given.tags) with ordinality as e (one, position)
        ) tag
        on conflict (run_id, name) do update set value = excluded.value, position = excluded.position
      ), untagged as (
        delete from run_tags using written join given on given.id = written.id join before on before.id = written.id
        where run_tags.run_id = written.id and json_array_length(given.tags) = 0 and before.status = 'Failed'
      ), handed as (
        insert into failure_starts (run_id, owner_user_id, workflow_id, handler_workflow_id, depth, created_at)
        select ended.id, ended.owner_user_id, ended.workflow_id, workflow.on_failure_workflow_id, given.failure_depth,
          coalesce(ended.finished_at, ended.last_updated_at)
        from ended join given on given.id = ended.id join workflows workflow on workflow.id = ended.workflow_id
        where ended.status = 'Failed' and not ended.is_test and workflow.on_failure_workflow_id is not null
          and given.failure_depth < ${MOST_FAILURE_DEPTH}
        on conflict (run_id) do nothing
      ), alerted as (${insertAlerts(FAILURES, 'counts')}
      ), counts as (
        select 'portage_runs_started_total' as name, jsonb_build_object('test', test) as labels, count(*)::float8 as value,
          null::float8[] as buckets from changed where is_new group by test
        union all select 'portage_runs_finished_total', labels, count(*), null from ended group by labels
        union all select 'portage_run_steps_total', labels, sum(new_steps), null from ended group by labels
        union all select 'portage_run_duration_seconds', labels, sum(seconds), ${buildBucketCounts('portage_run_duration_seconds', 'seconds')}
          from ended where seconds is not null group by labels
        union all select 'portage_summary_delay_seconds', '{}', sum(delay), ${buildBucketCounts('portage_summary_delay_seconds', 'delay')}
          from changed having count(*) > 0
        union all select name, labels, value, buckets
          from json_to_recordset(${JSON.stringify(deltas)}::json) as delta (name text, labels jsonb, value float8, buckets float8[])
      )
      insert into metrics (name, labels, slot, value, buckets)
      select name, labels, ${slot}::smallint, value, buckets from counts order by name, labels
      on conflict (name, labels, slot) do update set value = metrics.value + excluded.value,
        buckets = case when excluded.buckets is not null then (
          select array_agg(coalesce(present, 0) + coalesce(added, 0) order by place)
          from unnest(metrics.buckets, excluded.buckets) with ordinality as bucket (present, added, place)) end`);
  };
}

/** An alert is read far from the run: a script's bare error doesn't say where it comes from. */
const TOLD_ERROR = sql`case when failed_step is null then error_message else 'Step “' || failed_step || '”: ' || error_message end`;

/** Failed runs by workflow and hour. If all runs succeeded, nothing is looked up or written. */
const FAILURES = sql`
  select distinct on (owner_user_id, group_key) owner_user_id, 'RunFailed' as kind, group_key, name, workflow_id, null::uuid as connector_id,
    null::uuid as flow_id, id as run_id, ${TOLD_ERROR} as message, at,
    count(*) over (partition by owner_user_id, group_key)::int as count
  from ended
  cross join lateral (select coalesce(finished_at, last_updated_at) as at) ending
  cross join lateral (select 'RunFailed:' || workflow_id || ':' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as group_key) named
  where status = 'Failed' and not is_test
  order by owner_user_id, group_key, at desc, id`;

/** How many rows of a group fall into each bucket of a histogram. */
function buildBucketCounts(histogram: HistogramName, column: string): SQL {
  const bounds = METRIC_BUCKETS[histogram];
  const counts = [...bounds, null].map((bound, at) => {
    const above = at === 0 ? [] : [`${column} > ${bounds[at - 1]}`];
    const within = bound === null ? [] : [`${column} <= ${bound}`];
    return `count(*) filter (where ${[...above, ...within].join(' and ')})`;
  });
  return sql.raw(`array[${counts.join(', ')}]::float8[]`);
}

function toRow(run: InstanceSummary): Record<string, unknown> {
  return {
    id: run.id,
    owner_user_id: run.ownerUserId,
    workflow_id: run.workflowId,
    workflow_version_id: run.workflowVersionId,
    name: storableText(run.name),
    status: run.status,
    created_at: instant(run.createdAt),
    last_updated_at: instant(run.lastUpdatedAt),
    continue_at: instant(run.continueAt),
    started_at: instant(run.startedAt),
    finished_at: instant(run.finishedAt),
    stood_failed_ms: run.stoodFailedMs,
    error_message: run.errorMessage === null ? null : storableText(run.errorMessage),
    is_test: run.isTest,
    step_count: run.stepCount,
    failed_steps: run.failedSteps,
    revision: run.revision,
    started_by: run.startedBy,
    failed_step: run.failedStep === null ? null : storableText(run.failedStep),
    failure_depth: run.failureDepth,
    parent_run_id: run.parentRunId,
    waiting: run.waiting && waitingRow(run.waiting),
    content: run.content && indexedWords(run.ownerUserId, run.content),
    identity: run.content?.identity && { path: storableText(run.content.identity.path), value: storableText(run.content.identity.value) },
    tags: run.tags.map(({ name, value }) => ({ name: storableText(name), value: storableText(value) })),
  };
}

function waitingRow(waiting: RunWaiting): RunWaiting {
  const step = storableText(waiting.step);
  return waiting.kind === 'Run'
    ? { ...waiting, step, name: storableText(waiting.name) }
    : { ...waiting, step, subject: storableText(waiting.subject) };
}

function instant(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
