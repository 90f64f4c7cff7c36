import type { OwnerId } from '@portage/contracts';
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type PlaybookRow, playbooks } from '../../schema/playbooks.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

export type NewPlaybook = Pick<PlaybookRow, 'id' | 'playbookTemplateId' | 'definition' | 'wizard' | 'createdAt'>;

export type PlaybookChange = Partial<
  Pick<PlaybookRow, 'definition' | 'wizard' | 'workflowIds' | 'applied' | 'convertedAt' | 'isPaused' | 'isDeleted' | 'deletedAt'>
>;

export interface PlaybookWorkflowState {
  id: string;
  name: string;
  isActive: boolean;
  isDeleted: boolean;
  /** Records of its syncs that the target or a mapping refused. */
  itemsInError: number;
}

const itemsInError = sql<number>`(select coalesce(sum(counts.items), 0)::int from sync_flows flow
  join sync_item_counts counts on counts.flow_id = flow.id and counts.status = 'Error'
  where flow.workflow_id = ${sql.raw('"workflows"."id"')})`;

const own = (ownerUserId: OwnerId, id: string) =>
  and(eq(playbooks.id, id), eq(playbooks.ownerUserId, ownerUserId), not(playbooks.isDeleted));

/** Oldest first. @param templateIds only playbooks of these templates */
export async function listPlaybooks(db: HttpDatabase, ownerUserId: OwnerId, templateIds?: readonly string[]): Promise<PlaybookRow[]> {
  if (templateIds?.length === 0) return [];
  return db
    .select()
    .from(playbooks)
    .where(
      and(
        eq(playbooks.ownerUserId, ownerUserId),
        not(playbooks.isDeleted),
        templateIds === undefined ? undefined : inArray(playbooks.playbookTemplateId, [...templateIds]),
      ),
    )
    .orderBy(asc(playbooks.createdAt), asc(playbooks.id));
}

/** Null if the owner has no such playbook. */
export async function findPlaybook(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<PlaybookRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(playbooks).where(own(ownerUserId, id));
  return row ?? null;
}

/** The owner's playbook of a template: this one, or the existing one. @returns its id */
export async function insertPlaybook(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  { createdAt, ...row }: NewPlaybook,
): Promise<{ id: string; isNew: boolean }> {
  const made = await db
    .insert(playbooks)
    .values({ ...row, ownerUserId, workflowIds: {}, applied: {}, createdAt, lastUpdatedAt: createdAt })
    .onConflictDoNothing()
    .returning({ id: playbooks.id });
  const [own] = made.length > 0 ? made : await listPlaybooks(db, ownerUserId, [row.playbookTemplateId]);
  if (!own) throw new Error('The playbook was deleted while it was made');
  return { id: own.id, isNew: made.length > 0 };
}

/** Null when another write came first, or the playbook is gone: read it again, and decide again. */
export async function updatePlaybook(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  id: string,
  revision: number,
  change: PlaybookChange,
  at: Date,
): Promise<PlaybookRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .update(playbooks)
    .set({ ...change, revision: sql`${playbooks.revision} + 1`, lastUpdatedAt: at })
    .where(and(own(ownerUserId, id), eq(playbooks.revision, revision)))
    .returning();
  return row ?? null;
}

/** Uses the one chance to run a workflow at once. @returns false if it was already used */
export async function takePlaybookStart(db: HttpDatabase, ownerUserId: OwnerId, id: string, workflowId: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const rows = await db
    .update(playbooks)
    .set({ startedWorkflowIds: sql`array_append(${playbooks.startedWorkflowIds}, ${workflowId})` })
    .where(and(own(ownerUserId, id), not(sql`${workflowId} = any(${playbooks.startedWorkflowIds})`)))
    .returning({ id: playbooks.id });
  return rows.length > 0;
}

/** The run was refused: it may be tried again. */
export async function giveBackPlaybookStart(db: HttpDatabase, ownerUserId: OwnerId, id: string, workflowId: string): Promise<void> {
  if (!isUuid(id)) return;
  await db
    .update(playbooks)
    .set({ startedWorkflowIds: sql`array_remove(${playbooks.startedWorkflowIds}, ${workflowId})` })
    .where(own(ownerUserId, id));
}

/** Includes deleted workflows. Ids without a workflow are left out. */
export async function findWorkflowStates(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowIds: readonly string[],
): Promise<Map<string, PlaybookWorkflowState>> {
  const ids = workflowIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: workflows.id, name: workflows.name, isActive: workflows.isActive, isDeleted: workflows.isDeleted, itemsInError })
    .from(workflows)
    .where(and(eq(workflows.ownerUserId, ownerUserId), inArray(workflows.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}
