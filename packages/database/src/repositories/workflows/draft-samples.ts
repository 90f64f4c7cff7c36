import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { draftSamples } from '../../schema/draft-samples.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';
import { ownWorkflow } from './own-workflow.ts';

/** Besides the one that starts. */
const MOST_UNREAD = 2;

export interface SampleRow {
  clientId: string;
  /** The test's run. */
  workflowInstanceId: string;
  dataRunId: string | null;
  fingerprint: string;
  /** When the step ended; before that, when the test started. */
  at: Date;
  isCut: boolean;
  hasValues: boolean;
}

/** The results of tests of one of the owner's workflows, without their values, newest first. */
export async function listSampleRows(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<SampleRow[]> {
  const { clientId, workflowInstanceId, dataRunId, fingerprint, at, isCut, valuesJson } = draftSamples;
  return db
    .select({ clientId, workflowInstanceId, dataRunId, fingerprint, at, isCut, hasValues: sql<boolean>`${valuesJson} is not null` })
    .from(draftSamples)
    .where(ofOwner(db, ownerUserId, workflowId))
    .orderBy(desc(at), desc(workflowInstanceId));
}

/** @returns values as JSON, by clientId; if a step has several rows, those of its newest run */
export async function readSampleValues(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  wanted: readonly { clientId: string; workflowInstanceId: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const { clientId, workflowInstanceId, valuesJson, at } = draftSamples;
  const rows = await db
    .select({ clientId, valuesJson })
    .from(draftSamples)
    .where(
      and(
        ofOwner(db, ownerUserId, workflowId),
        inArray(clientId, [...new Set(wanted.map((one) => one.clientId))]),
        inArray(workflowInstanceId, [...new Set(wanted.map((one) => one.workflowInstanceId))]),
        isNotNull(valuesJson),
      ),
    )
    .orderBy(at);
  return new Map(rows.flatMap((row) => (row.valuesJson === null ? [] : [[row.clientId, row.valuesJson]])));
}

/** What a test that starts will return, until `settleSamples` stores it. Of the tests of a step that nobody has read, it keeps the newest ones. */
export async function addSampleRows(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  test: { runId: string; dataRunId: string | null; at: Date; steps: readonly { clientId: string; fingerprint: string }[] },
): Promise<void> {
  if (test.steps.length === 0) return;
  const { runId, dataRunId } = test;
  await db.execute(sql`
    with tested as (
      select client_id, fingerprint from jsonb_to_recordset(${JSON.stringify(test.steps.map(({ clientId, fingerprint }) => ({ client_id: clientId, fingerprint })))}::jsonb)
        as given (client_id text, fingerprint text)
      where exists (select 1 from workflows where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted)
    ), replaced as (
      delete from draft_samples s where s.workflow_id = ${workflowId}::uuid and s.values_json is null
        and s.client_id in (select client_id from tested)
        and ${MOST_UNREAD}::int <= (select count(*) from draft_samples newer where newer.workflow_id = s.workflow_id
          and newer.client_id = s.client_id and newer.values_json is null and newer.at > s.at)
    )
    insert into draft_samples (workflow_id, client_id, workflow_instance_id, data_run_id, fingerprint, at)
    select ${workflowId}::uuid, client_id, ${runId}, ${dataRunId}, fingerprint, ${test.at.toISOString()}::timestamptz from tested
    on conflict do nothing`);
}

export interface SettledSamples {
  runId: string;
  results: readonly { clientId: string; valuesJson: string; isCut: boolean; at: string }[];
  /** Rows that these results replace, and those of steps that the test didn't reach. */
  gone: readonly { clientId: string; workflowInstanceId: string }[];
}

/** Stores what a test returned. @param mostCharacters of all of the workflow's samples; the oldest ones beyond are deleted */
export async function settleSamples(
  db: HttpDatabase,
  workflowId: string,
  { runId, results, gone }: SettledSamples,
  mostCharacters: number,
): Promise<void> {
  const rows = results.map(({ clientId, valuesJson, isCut, at }) => ({ client_id: clientId, values_json: valuesJson, is_cut: isCut, at }));
  const goneRows = gone.map(({ clientId, workflowInstanceId }) => ({ client_id: clientId, run_id: workflowInstanceId }));
  await db.batch([
    db.execute(sql`
      with filled as (
        update draft_samples s set values_json = r.values_json, is_cut = r.is_cut, at = r.at
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (client_id text, values_json text, is_cut boolean, at timestamptz)
        where s.workflow_id = ${workflowId}::uuid and s.client_id = r.client_id and s.workflow_instance_id = ${runId}
      )
      delete from draft_samples s using json_to_recordset(${JSON.stringify(goneRows)}::json) as g (client_id text, run_id text)
      where s.workflow_id = ${workflowId}::uuid and s.client_id = g.client_id and s.workflow_instance_id = g.run_id`),
    db.execute(sql`
      delete from draft_samples s using (
        select client_id, workflow_instance_id, sum(length(values_json)) over (order by at desc, client_id) as total
        from draft_samples where workflow_id = ${workflowId}::uuid and values_json is not null
      ) counted
      where s.workflow_id = ${workflowId}::uuid and s.client_id = counted.client_id
        and s.workflow_instance_id = counted.workflow_instance_id and counted.total > ${mostCharacters}::int`),
  ]);
}

/** Forgets what tests of a step, or of all steps, returned. */
export async function deleteSamples(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, clientId?: string): Promise<void> {
  if (!isUuid(workflowId)) return;
  await db
    .delete(draftSamples)
    .where(and(ofOwner(db, ownerUserId, workflowId), clientId === undefined ? undefined : eq(draftSamples.clientId, clientId)));
}

function ofOwner(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): SQL | undefined {
  const own = db.select({ id: workflows.id }).from(workflows).where(ownWorkflow(ownerUserId, workflowId));
  return and(eq(draftSamples.workflowId, workflowId), exists(own));
}
