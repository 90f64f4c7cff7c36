import type { OwnerId, RunStatusFilter, RunTag } from '@portage/contracts';
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, like, lt, lte, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { runTags } from '../../schema/run-tags.ts';
import { users } from '../../schema/users.ts';
import { type WorkflowInstanceRow, workflowInstances } from '../../schema/workflow-instances.ts';
import { type Page, type Scope, toLimitOffset, withinScope } from '../rows/scope.ts';
import { containsText, escapeLike, isUuid } from '../rows/text-search.ts';
import { identityOfFound, parseSearch, runsThatCarried, wasStartedWith } from './run-content.ts';

export interface WorkflowInstanceRecord extends Omit<WorkflowInstanceRow, 'content'> {
  ownerUserEmail: string | null;
  tags: RunTag[];
  /** A test of a draft, even if the draft was published or discarded since. */
  isOfDraft: boolean;
}

export interface RunFilter {
  workflowId?: string | undefined;
  status?: RunStatusFilter | undefined;
  startedFrom?: Date | undefined;
  startedTo?: Date | undefined;
  withoutTests?: boolean | undefined;
  /** Runs with a tag whose value begins with this text or, if `isExact`, equals it. */
  tag?: (WantedTag & { hidden?: readonly HiddenTags[] }) | undefined;
  content?: WantedContent | undefined;
}

/** Runs of one owner, whatever the scope, that carried a text. */
export interface WantedContent {
  ownerUserId: OwnerId;
  text: string;
  /** Workflows with hidden steps: their runs are found by what started them and by their other tags. */
  hidden: readonly HiddenTags[];
}

export interface WantedTag {
  value: string;
  name?: string | undefined;
  isExact: boolean;
}

/** Names of a workflow's tags by which the reader finds no runs. */
export interface HiddenTags {
  workflowId: string;
  names: readonly string[];
}

export interface WorkflowInstanceFilter extends RunFilter, Page {
  userEmail?: string | undefined;
  /** Default: newest first. No other column has an index that could order a busy owner's runs. */
  isOldestFirst?: boolean | undefined;
}

// A run that waits for its turn hasn't started: until then its creation time counts.
const startedAt = sql`coalesce(${workflowInstances.startedAt}, ${workflowInstances.createdAt})`;

function runsWithTag(scope: Scope, { value, name, isExact }: WantedTag, hiddenNames: readonly string[] = []): SQL {
  return sql`(select ${runTags.runId} from ${runTags} where ${and(
    withinScope(scope, runTags.ownerUserId),
    isExact ? eq(runTags.value, value) : like(runTags.value, `${escapeLike(value)}%`),
    name === undefined ? undefined : eq(runTags.name, name),
    hiddenNames.length === 0 ? undefined : notInArray(runTags.name, [...hiddenNames]),
  )})`;
}

function hasTag(scope: Scope, { hidden = [], ...tag }: NonNullable<RunFilter['tag']>): SQL | undefined {
  return and(
    inArray(workflowInstances.id, runsWithTag(scope, tag)),
    ...hidden.map(({ workflowId, names }) =>
      or(ne(workflowInstances.workflowId, workflowId), inArray(workflowInstances.id, runsWithTag(scope, tag, names))),
    ),
  );
}

function carried({ ownerUserId, text, hidden }: WantedContent): SQL | undefined {
  const tag = { ...parseSearch(text), name: undefined };
  return and(
    eq(workflowInstances.ownerUserId, ownerUserId),
    inArray(workflowInstances.id, runsThatCarried(ownerUserId, text)),
    ...hidden.map(({ workflowId, names }) =>
      or(
        ne(workflowInstances.workflowId, workflowId),
        wasStartedWith(ownerUserId, text),
        inArray(workflowInstances.id, runsWithTag({ ownerUserId }, tag, names)),
      ),
    ),
  );
}

/** The workflows of an owner's runs with a tag, or of those that carried a text. */
export async function listFoundWorkflows(db: HttpDatabase, ownerUserId: OwnerId, wanted: WantedTag | { text: string }): Promise<string[]> {
  const runs = 'text' in wanted ? runsThatCarried(ownerUserId, wanted.text) : runsWithTag({ ownerUserId }, wanted);
  const rows = await db
    .selectDistinct({ workflowId: workflowInstances.workflowId })
    .from(workflowInstances)
    .where(and(eq(workflowInstances.ownerUserId, ownerUserId), inArray(workflowInstances.id, runs)));
  return rows.map(({ workflowId }) => workflowId);
}

/** In the order in which the workflow defines them. */
const tagsColumn = sql<RunTag[]>`coalesce((select json_agg(json_build_object('name', tag.name, 'value', tag.value) order by tag.position)
  from run_tags tag where tag.run_id = ${sql.raw('"workflow_instances"."id"')}), '[]'::json)`;

/** One key look-up for each test run on the page; `exists` might read all versions instead. */
const isOfDraftColumn = sql<boolean>`(${sql.raw('"workflow_instances"."is_test"')} and coalesce((select v.draft_of_version_id is not null
  from workflow_versions v where v.id = ${sql.raw('"workflow_instances"."workflow_version_id"')}), false))`;

const { content: _, ...ownColumns } = getTableColumns(workflowInstances);

/** What lists and pages show of a run besides its own columns. */
const recordColumns = {
  ...ownColumns,
  ownerUserEmail: users.email,
  tags: tagsColumn,
  isOfDraft: isOfDraftColumn,
};

/** Those of runs that were looked for by what they carried. */
function foundColumns({ ownerUserId, text }: WantedContent) {
  return { ...recordColumns, identity: identityOfFound(ownerUserId, text) };
}

/** Tags hold values of steps, so they are stored as long as those. */
export async function deleteOldRunTags(db: HttpDatabase, now: Date, keptMs: number): Promise<void> {
  await db.delete(runTags).where(lt(runTags.createdAt, new Date(now.getTime() - keptMs)));
}

function hasStatus(status: RunStatusFilter): SQL | undefined {
  return status === 'FinishedWithErrors'
    ? and(eq(workflowInstances.status, 'Succeeded'), gt(workflowInstances.failedSteps, 0))
    : eq(workflowInstances.status, status);
}

/** The runs that a filter finds. */
export function runCondition(scope: Scope, filter: RunFilter): SQL | undefined {
  return and(
    withinScope(scope, workflowInstances.ownerUserId),
    filter.workflowId === undefined
      ? undefined
      : isUuid(filter.workflowId)
        ? eq(workflowInstances.workflowId, filter.workflowId)
        : sql`false`,
    filter.status === undefined ? undefined : hasStatus(filter.status),
    filter.withoutTests ? not(workflowInstances.isTest) : undefined,
    filter.startedFrom === undefined ? undefined : gte(startedAt, filter.startedFrom.toISOString()),
    filter.startedTo === undefined ? undefined : lte(startedAt, filter.startedTo.toISOString()),
    // No run starts before it is created: the index can use this condition.
    filter.startedTo === undefined ? undefined : lte(workflowInstances.createdAt, filter.startedTo),
    filter.tag === undefined ? undefined : hasTag(scope, filter.tag),
    filter.content === undefined ? undefined : carried(filter.content),
  );
}

/**
 * Runs that are open in PostgreSQL although they have been silent since an instant and wait for no later one; longest silent first. Read
 * from the index of open runs, so the cost doesn't grow with ended runs.
 */
export async function listQuietRuns(db: HttpDatabase, quietSince: Date, limit: number): Promise<string[]> {
  const since = quietSince.toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from workflow_instances
    where status in ('Scheduled', 'InProgress', 'Delayed') and last_updated_at < ${since}::timestamptz
      and (continue_at is null or continue_at < ${since}::timestamptz)
    order by last_updated_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

function conditionOf(scope: Scope, filter: WorkflowInstanceFilter): SQL | undefined {
  return and(runCondition(scope, filter), containsText(users.email, filter.userEmail));
}

/** From the run index, whose rows the run shards write. */
export async function listRuns(
  db: HttpDatabase,
  scope: Scope,
  filter: WorkflowInstanceFilter,
): Promise<{ workflowInstances: WorkflowInstanceRecord[]; totalCount: number }> {
  if (filter.workflowId !== undefined && !isUuid(filter.workflowId)) return { workflowInstances: [], totalCount: 0 };
  const condition = conditionOf(scope, filter);
  const direction = filter.isOldestFirst ? asc : desc;
  const [rows, counts] = await db.batch([
    db
      .select(filter.content ? foundColumns(filter.content) : recordColumns)
      .from(workflowInstances)
      .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
      .where(condition)
      .orderBy(direction(workflowInstances.createdAt), direction(workflowInstances.id))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(workflowInstances)
      .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
      .where(condition),
  ]);
  return { workflowInstances: rows, totalCount: counts[0]?.count ?? 0 };
}

/** The newest of an owner's runs that carried a text; first those that it identifies: `A-100` has priority over `A-1001`. */
export async function searchRuns(db: HttpDatabase, content: WantedContent, limit: number): Promise<WorkflowInstanceRecord[]> {
  const { value } = parseSearch(content.text);
  const isIdentified = sql`coalesce(lower(${workflowInstances.identity} ->> 'value') = lower(${value}), false)`;
  return db
    .select(foundColumns(content))
    .from(workflowInstances)
    .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
    .where(carried(content))
    .orderBy(desc(isIdentified), desc(workflowInstances.createdAt), desc(workflowInstances.id))
    .limit(limit);
}

export async function findRun(db: HttpDatabase, ownerUserId: OwnerId, runId: string): Promise<WorkflowInstanceRecord | null> {
  const [row] = await db
    .select(recordColumns)
    .from(workflowInstances)
    .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
    .where(and(eq(workflowInstances.id, runId), eq(workflowInstances.ownerUserId, ownerUserId)));
  return row ?? null;
}

/** For a run that is read from its shard, which doesn't know addresses. */
export async function findOwnerEmail(db: HttpDatabase, ownerUserId: OwnerId): Promise<string | null> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, ownerUserId));
  return row?.email ?? null;
}

export async function listWorkflowRuns(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  limit: number,
): Promise<WorkflowInstanceRecord[]> {
  if (!isUuid(workflowId)) return [];
  return db
    .select(recordColumns)
    .from(workflowInstances)
    .leftJoin(users, eq(users.id, workflowInstances.ownerUserId))
    .where(and(eq(workflowInstances.ownerUserId, ownerUserId), eq(workflowInstances.workflowId, workflowId)))
    .orderBy(desc(workflowInstances.createdAt), desc(workflowInstances.id))
    .limit(limit);
}
