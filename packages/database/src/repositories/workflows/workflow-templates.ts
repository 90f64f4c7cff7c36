import type { OwnerId } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { and, asc, desc, eq, getTableColumns, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { connectorTypes } from '../../schema/connector-types.ts';
import { connectors } from '../../schema/connectors.ts';
import { type NewWorkflowTemplateRow, type WorkflowTemplateRow, workflowTemplates } from '../../schema/workflow-templates.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';

/** Who is looking: an admin sees all templates, a user those they can use. */
export type TemplateViewer = 'admin' | { userId: OwnerId };

/** A column of the list; a leading dash sorts descending. */
export type TemplateSort = 'name' | '-name' | 'isActive' | '-isActive';

export interface TemplateFilter extends Page {
  query?: string | undefined;
  connectorTypeId?: string | undefined;
  includeInactive: boolean;
  /** Default: starters first, then by name; a template whose name equals the query comes before all others. */
  sort?: TemplateSort | undefined;
}

/** The columns of lists: all except the steps, which can be long. */
export type WorkflowTemplateSummary = Omit<WorkflowTemplateRow, 'steps'>;

const { steps: _, ...summaryColumns } = getTableColumns(workflowTemplates);

const templateName = sql`lower(${workflowTemplates.name})`;

function templateOrder({ sort, query }: TemplateFilter): SQL[] {
  switch (sort) {
    case undefined:
      return [
        // Only in a search: without it the index provides the order.
        ...(query ? [sql`${templateName} <> ${query.toLowerCase()}`] : []),
        asc(workflowTemplates.starterOrder),
        asc(templateName),
        asc(workflowTemplates.id),
      ];
    case 'name':
      return [asc(templateName), asc(workflowTemplates.id)];
    case '-name':
      return [desc(templateName), desc(workflowTemplates.id)];
    case 'isActive':
      return [desc(workflowTemplates.isActive), asc(templateName), asc(workflowTemplates.id)];
    case '-isActive':
      return [asc(workflowTemplates.isActive), asc(templateName), asc(workflowTemplates.id)];
    default:
      return sort satisfies never;
  }
}

/** Users don't see templates that need a system they can't connect. */
export async function listWorkflowTemplates(
  db: HttpDatabase,
  viewer: TemplateViewer,
  filter: TemplateFilter,
): Promise<{ templates: WorkflowTemplateSummary[]; totalCount: number }> {
  const condition = and(
    not(workflowTemplates.isDeleted),
    filter.includeInactive ? undefined : workflowTemplates.isActive,
    containsText(workflowTemplates.name, filter.query),
    filter.connectorTypeId ? sql`${filter.connectorTypeId} = any(${workflowTemplates.connectorTypeIds})` : undefined,
    viewer === 'admin' ? undefined : onlyUsableBy(viewer.userId),
  );
  const [rows, counts] = await db.batch([
    db
      .select(summaryColumns)
      .from(workflowTemplates)
      .where(condition)
      .orderBy(...templateOrder(filter))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(workflowTemplates).where(condition),
  ]);
  return { templates: rows, totalCount: counts[0]?.count ?? 0 };
}

function onlyUsableBy(userId: OwnerId) {
  return sql`not exists (select 1 from unnest(${workflowTemplates.connectorTypeIds}) needed (id) where not exists (
    select 1 from ${connectorTypes} where ${connectorTypes.id} = needed.id and not ${connectorTypes.isDeleted}
      and (${connectorTypes.visibility} = 'AllUsers' or ${connectorTypes.userId} = ${userId})))`;
}

/** Null if no active template has the id. @param includeInactive also finds an inactive template */
export async function findWorkflowTemplate(
  db: HttpDatabase,
  id: string,
  { includeInactive }: { includeInactive: boolean },
): Promise<WorkflowTemplateRow | null> {
  const [row] = await db
    .select()
    .from(workflowTemplates)
    .where(and(present(id), includeInactive ? undefined : workflowTemplates.isActive));
  return row ?? null;
}

/** Whether another template has the name, in any letter case. @param exceptId the template that may keep it */
export async function isTemplateNameTaken(db: HttpDatabase, name: string, exceptId: string | null): Promise<boolean> {
  const rows = await db
    .select({ id: workflowTemplates.id })
    .from(workflowTemplates)
    .where(
      and(
        not(workflowTemplates.isDeleted),
        sql`lower(${workflowTemplates.name}) = lower(${name})`,
        exceptId === null ? undefined : sql`${workflowTemplates.id} <> ${exceptId}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function insertWorkflowTemplate(db: HttpDatabase, row: NewWorkflowTemplateRow): Promise<void> {
  await db.insert(workflowTemplates).values(row);
}

export type WorkflowTemplateChanges = Partial<Omit<NewWorkflowTemplateRow, 'id' | 'createdAt' | 'createdByUserId' | 'isSystem'>>;

/** Null when it is gone. */
export async function updateWorkflowTemplate(
  db: HttpDatabase,
  id: string,
  changes: WorkflowTemplateChanges,
): Promise<WorkflowTemplateRow | null> {
  const [row] = await db.update(workflowTemplates).set(changes).where(present(id)).returning();
  return row ?? null;
}

/** @returns its name; null if nothing has the id */
export async function deleteWorkflowTemplate(db: HttpDatabase, id: string, at: Date): Promise<string | null> {
  const [row] = await db
    .update(workflowTemplates)
    .set({ isDeleted: true, lastUpdatedAt: at })
    .where(present(id))
    .returning({ name: workflowTemplates.name });
  return row?.name ?? null;
}

/**
 * Undoes a deletion.
 *
 * @returns its name; null if nothing with the id was deleted since then
 */
export async function restoreWorkflowTemplate(db: HttpDatabase, id: string, { at, deletedAfter }: { at: Date; deletedAfter: Date }) {
  const [row] = await db
    .update(workflowTemplates)
    .set({ isDeleted: false, lastUpdatedAt: at })
    .where(and(eq(workflowTemplates.id, id), workflowTemplates.isDeleted, gt(workflowTemplates.lastUpdatedAt, deletedAfter)))
    .returning({ name: workflowTemplates.name });
  return row?.name ?? null;
}

function present(id: string) {
  return and(eq(workflowTemplates.id, id), not(workflowTemplates.isDeleted));
}

/** Templates that came with any build of Portage, including deleted ones. */
export async function findSystemTemplates(db: HttpDatabase): Promise<WorkflowTemplateRow[]> {
  return db.select().from(workflowTemplates).where(eq(workflowTemplates.isSystem, true));
}

/**
 * Creates a template that comes with Portage, or updates it. What an admin changed, switched off or deleted stays so; of two builds the
 * later one wins (`lastUpdatedAt` is when it was built).
 *
 * @returns whether it was written
 */
export async function saveSystemTemplate(
  db: HttpDatabase,
  row: Omit<NewWorkflowTemplateRow, 'isActive' | 'isSystem' | 'isDeleted' | 'editedAt'>,
): Promise<boolean> {
  const { id: _, createdAt: __, ...changes } = row;
  const written = await db
    .insert(workflowTemplates)
    .values({ ...row, isActive: true, isSystem: true })
    .onConflictDoUpdate({
      target: workflowTemplates.id,
      set: changes,
      setWhere: sql`${workflowTemplates.isSystem} and ${workflowTemplates.editedAt} is null and not ${workflowTemplates.isDeleted}
        and ${workflowTemplates.lastUpdatedAt} < excluded.last_updated_at`,
    })
    .returning({ id: workflowTemplates.id });
  return written.length > 0;
}

/** What a template is made from, of any owner: for admins only. */
export interface TemplateSource {
  ownerUserId: OwnerId;
  description: string | null;
  isDashboard: boolean;
  steps: WorkflowStep[];
}

/** The current version of a workflow of any owner. */
export async function findTemplateSource(db: HttpDatabase, workflowId: string): Promise<TemplateSource | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({
      ownerUserId: workflows.ownerUserId,
      description: workflows.description,
      isDashboard: workflows.isDashboard,
      steps: workflowVersions.steps,
    })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.currentVersionId))
    .where(and(eq(workflows.id, workflowId), not(workflows.isDeleted)));
  return row ?? null;
}

/** Types of an owner's connectors by connector id, including deleted ones: a template needs the type, never the connector. */
export async function findConnectorTypeIds(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  connectorIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = connectorIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: connectors.id, connectorTypeId: connectors.connectorTypeId })
    .from(connectors)
    .where(and(eq(connectors.userId, ownerUserId), inArray(connectors.id, ids)));
  return new Map(rows.map(({ id, connectorTypeId }) => [id, connectorTypeId]));
}

/** What templates show of the systems they need. */
export interface TemplateConnectorType {
  id: string;
  name: string;
  hasLogo: boolean;
  isHiddenForNewConnectors: boolean;
}

/** The given types that exist and that the viewer may see. */
export async function findTemplateConnectorTypes(
  db: HttpDatabase,
  viewer: TemplateViewer,
  ids: readonly string[],
): Promise<Map<string, TemplateConnectorType>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: connectorTypes.id,
      name: connectorTypes.name,
      hasLogo: sql<boolean>`${connectorTypes.logo} is not null`,
      isHiddenForNewConnectors: connectorTypes.isHiddenForNewConnectors,
    })
    .from(connectorTypes)
    .where(
      and(
        inArray(connectorTypes.id, [...ids]),
        not(connectorTypes.isDeleted),
        viewer === 'admin' ? undefined : or(eq(connectorTypes.visibility, 'AllUsers'), eq(connectorTypes.userId, viewer.userId)),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}
