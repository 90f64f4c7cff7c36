import { and, asc, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { type NewPlaybookTemplateRow, type PlaybookTemplateRow, playbookTemplates } from '../schema/playbooks.ts';
import { type Page, rangeOf } from './scope.ts';

export interface PlaybookTemplateFilter extends Page {
  /** Left out: both kinds. */
  isIntegrationApplications?: boolean | undefined;
  includeInactive: boolean;
}

/** By name. */
export async function listPlaybookTemplates(
  db: HttpDatabase,
  filter: PlaybookTemplateFilter,
): Promise<{ templates: PlaybookTemplateRow[]; totalCount: number }> {
  const { isIntegrationApplications, includeInactive } = filter;
  const condition = and(
    not(playbookTemplates.isDeleted),
    includeInactive ? undefined : playbookTemplates.isActive,
    isIntegrationApplications === undefined
      ? undefined
      : eq(playbookTemplates.integrationType, isIntegrationApplications ? 'IntegrationApplication' : 'Default'),
  );
  const { limit, offset } = rangeOf(filter);
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(playbookTemplates)
      .where(condition)
      .orderBy(asc(sql`lower(${playbookTemplates.name})`), asc(playbookTemplates.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: sql<number>`count(*)::int` }).from(playbookTemplates).where(condition),
  ]);
  return { templates: rows, totalCount: counts[0]?.count ?? 0 };
}

/** Null if no template has the id, or only an inactive one that the viewer may not see. */
export async function findPlaybookTemplate(db: HttpDatabase, id: string, includeInactive: boolean): Promise<PlaybookTemplateRow | null> {
  const [row] = await db
    .select()
    .from(playbookTemplates)
    .where(and(present(id), includeInactive ? undefined : playbookTemplates.isActive));
  return row ?? null;
}

/** Several at once, by id; deleted ones are left out. */
export async function findPlaybookTemplates(db: HttpDatabase, ids: readonly string[]): Promise<Map<string, PlaybookTemplateRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(playbookTemplates)
    .where(
      and(
        not(playbookTemplates.isDeleted),
        sql`${playbookTemplates.id} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The id of a deleted one is free again. @returns false where there is one of this id */
export async function insertPlaybookTemplate(db: HttpDatabase, row: NewPlaybookTemplateRow): Promise<boolean> {
  const { id: _, ...columns } = row;
  const rows = await db
    .insert(playbookTemplates)
    .values(row)
    .onConflictDoUpdate({
      target: playbookTemplates.id,
      set: { ...columns, isDeleted: false, isSystem: false, editedAt: null },
      setWhere: sql`${playbookTemplates.isDeleted} and not ${playbookTemplates.isSystem}`,
    })
    .returning({ id: playbookTemplates.id });
  return rows.length > 0;
}

export type PlaybookTemplateChanges = Partial<
  Pick<PlaybookTemplateRow, 'name' | 'description' | 'isActive' | 'editedAt' | 'lastUpdatedAt'>
>;

/** Null when it is gone. */
export async function updatePlaybookTemplate(
  db: HttpDatabase,
  id: string,
  changes: PlaybookTemplateChanges,
): Promise<PlaybookTemplateRow | null> {
  const [row] = await db.update(playbookTemplates).set(changes).where(present(id)).returning();
  return row ?? null;
}

/** @returns its name; null if nothing has the id */
export async function deletePlaybookTemplate(db: HttpDatabase, id: string, at: Date): Promise<string | null> {
  const [row] = await db
    .update(playbookTemplates)
    .set({ isDeleted: true, lastUpdatedAt: at })
    .where(present(id))
    .returning({ name: playbookTemplates.name });
  return row?.name ?? null;
}

/** Those that came with some build of Portage, deleted ones too. */
export async function findSystemPlaybookTemplates(db: HttpDatabase): Promise<PlaybookTemplateRow[]> {
  return db.select().from(playbookTemplates).where(eq(playbookTemplates.isSystem, true));
}

/**
 * Makes a template that comes with Portage, or brings it up to date. What an admin changed, switched off or deleted stays so; of two
 * builds the later one has the say (`lastUpdatedAt` is when it was built).
 *
 * @returns whether it was written
 */
export async function saveSystemPlaybookTemplate(
  db: HttpDatabase,
  row: Omit<NewPlaybookTemplateRow, 'isActive' | 'isSystem' | 'isDeleted' | 'editedAt'>,
): Promise<boolean> {
  const { id: _, createdAt: __, ...changes } = row;
  const written = await db
    .insert(playbookTemplates)
    .values({ ...row, isActive: true, isSystem: true })
    .onConflictDoUpdate({
      target: playbookTemplates.id,
      set: changes,
      setWhere: sql`${playbookTemplates.isSystem} and ${playbookTemplates.editedAt} is null and not ${playbookTemplates.isDeleted}
        and ${playbookTemplates.lastUpdatedAt} < excluded.last_updated_at`,
    })
    .returning({ id: playbookTemplates.id });
  return written.length > 0;
}

function present(id: string) {
  return and(eq(playbookTemplates.id, id), not(playbookTemplates.isDeleted));
}
