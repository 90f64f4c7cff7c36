import type { OwnerId, WorkflowVersionSnapshot } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { and, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

export interface WorkflowVersionRecord extends Omit<WorkflowVersionSnapshot, 'versionId' | 'given'> {
  id: string;
  createdAt: Date;
  createdByUserId: string;
  editorSessionId: string | null;
  editorSaveNumber: number | null;
  draftOfVersionId: string | null;
  publishedNumber: number | null;
  publishedAt: Date | null;
  label: string | null;
  note: string | null;
}

export interface ListedVersionRecord extends WorkflowVersionRecord {
  author: VersionAuthor;
}

export interface VersionAuthor {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

export async function findWorkflowVersion(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  versionId: string,
): Promise<WorkflowVersionRecord | null> {
  const [row] = await db
    .select()
    .from(workflowVersions)
    .where(and(eq(workflowVersions.id, versionId), eq(workflowVersions.ownerUserId, ownerUserId)));
  return row ?? null;
}

/** Something uses this version now: no autosave replaces it in the history any more. */
export async function settleVersion(db: HttpDatabase, ownerUserId: OwnerId, versionId: string): Promise<void> {
  await db
    .update(workflowVersions)
    .set({ autosaveSessionId: null, autosaveBeganAt: null })
    .where(
      and(eq(workflowVersions.id, versionId), eq(workflowVersions.ownerUserId, ownerUserId), isNotNull(workflowVersions.autosaveSessionId)),
    );
}

/**
 * The current steps of these workflows, including deleted ones. Workflows whose steps can't hide anything are left out: they are the
 * majority, and their steps may be large.
 */
export async function findStepsThatMayHide(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowIds: readonly string[],
): Promise<Map<string, WorkflowStep[]>> {
  const known = workflowIds.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ workflowId: workflows.id, steps: workflowVersions.steps })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.currentVersionId))
    .where(
      and(
        eq(workflows.ownerUserId, ownerUserId),
        inArray(workflows.id, known),
        sql`${workflowVersions.steps}::text like '%isHiddenFromCustomer%'`,
      ),
    );
  return new Map(rows.map(({ workflowId, steps }) => [workflowId, steps]));
}

export async function findVersionSteps(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  versionIds: readonly string[],
): Promise<Map<string, WorkflowStep[]>> {
  const known = versionIds.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ id: workflowVersions.id, steps: workflowVersions.steps })
    .from(workflowVersions)
    .where(and(eq(workflowVersions.ownerUserId, ownerUserId), inArray(workflowVersions.id, known)));
  return new Map(rows.map(({ id, steps }) => [id, steps]));
}

/** One version of the workflow, even if a later version replaced it. */
export async function findListedVersion(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  versionId: string,
): Promise<ListedVersionRecord | null> {
  if (!isUuid(workflowId) || !isUuid(versionId)) return null;
  const [row] = await db
    .select({ version: workflowVersions, author: authorColumns })
    .from(workflowVersions)
    .leftJoin(users, eq(users.id, workflowVersions.createdByUserId))
    .where(ofWorkflow(ownerUserId, workflowId, versionId));
  return row ? listed(row) : null;
}

/** Names the version. @returns false if the workflow has no such version */
export async function describeVersion(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  versionId: string,
  texts: { label?: string | null; note?: string | null },
): Promise<boolean> {
  if (!isUuid(workflowId) || !isUuid(versionId)) return false;
  const rows = await db
    .update(workflowVersions)
    .set(texts)
    .where(ofWorkflow(ownerUserId, workflowId, versionId))
    .returning({ id: workflowVersions.id });
  return rows.length > 0;
}

/**
 * Newest first, as many as fit into both limits but always the newest one; without versions that later ones replaced.
 *
 * @param withDrafts also those that were saved next to an active version
 */
export async function listVersions(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  limits: { count: number; bytes: number; withDrafts?: boolean },
): Promise<ListedVersionRecord[]> {
  const sized = db
    .select({
      id: workflowVersions.id,
      position: sql<number>`row_number() over (order by ${workflowVersions.number} desc)`.as('position'),
      bytes: sql<number>`sum(octet_length(${workflowVersions.steps}::text)) over (order by ${workflowVersions.number} desc)`.as('bytes'),
    })
    .from(workflowVersions)
    .where(
      and(
        eq(workflowVersions.workflowId, workflowId),
        eq(workflowVersions.ownerUserId, ownerUserId),
        isNull(workflowVersions.supersededAt),
        limits.withDrafts ? undefined : isNull(workflowVersions.draftOfVersionId),
      ),
    )
    .as('sized');
  const rows = await db
    .select({ version: workflowVersions, author: authorColumns })
    .from(workflowVersions)
    .innerJoin(sized, eq(sized.id, workflowVersions.id))
    .leftJoin(users, eq(users.id, workflowVersions.createdByUserId))
    .where(and(lte(sized.position, limits.count), or(eq(sized.position, 1), lte(sized.bytes, limits.bytes))))
    .orderBy(desc(workflowVersions.number));
  return rows.map(listed);
}

const authorColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };
const UNKNOWN_AUTHOR: VersionAuthor = { firstName: null, lastName: null, email: null };

function listed({ version, author }: { version: WorkflowVersionRecord; author: VersionAuthor | null }): ListedVersionRecord {
  return { ...version, author: author ?? UNKNOWN_AUTHOR };
}

function ofWorkflow(ownerUserId: OwnerId, workflowId: string, versionId: string) {
  return and(
    eq(workflowVersions.id, versionId),
    eq(workflowVersions.workflowId, workflowId),
    eq(workflowVersions.ownerUserId, ownerUserId),
  );
}
