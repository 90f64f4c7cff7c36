import { and, asc, desc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import {
  type NewPlaybookTemplateRow,
  type PlaybookTemplateRow,
  playbookTemplates,
  type WrittenPlaybookTemplateRow,
} from '../../schema/playbooks.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText } from '../rows/text-search.ts';
import type { TemplateSort } from '../workflows/workflow-templates.ts';

const { yaml: _, ...withoutText } = getTableColumns(playbookTemplates);

export interface PlaybookTemplateFilter extends Page {
  /** Absent: both kinds. */
  isIntegrationApplications?: boolean | undefined;
  includeInactive: boolean;
  name?: string | undefined;
  /** Default: by name. */
  sort?: TemplateSort | undefined;
}

const playbookName = sql`lower(${playbookTemplates.name})`;

function playbookTemplateOrder(sort: TemplateSort = 'name'): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc;
  if (sort === 'name' || sort === '-name') return [direction(playbookName), direction(playbookTemplates.id)];
  return [
    sort === 'isActive' ? desc(playbookTemplates.isActive) : asc(playbookTemplates.isActive),
    asc(playbookName),
    asc(playbookTemplates.id),
  ];
}

export async function listPlaybookTemplates(
  db: HttpDatabase,
  filter: PlaybookTemplateFilter,
): Promise<{ templates: PlaybookTemplateRow[]; totalCount: number }> {
  const { isIntegrationApplications, includeInactive } = filter;
  const condition = and(
    not(playbookTemplates.isDeleted),
    includeInactive ? undefined : playbookTemplates.isActive,
    containsText(playbookTemplates.name, filter.name),
    isIntegrationApplications === undefined
      ? undefined
      : eq(playbookTemplates.integrationType, isIntegrationApplications ? 'IntegrationApplication' : 'Default'),
  );
  const { limit, offset } = toLimitOffset(filter);
  const [rows, counts] = await db.batch([
    db
      .select(withoutText)
      .from(playbookTemplates)
      .where(condition)
      .orderBy(...playbookTemplateOrder(filter.sort))
      .limit(limit)
      .offset(offset),
    db.select({ count: sql<number>`count(*)::int` }).from(playbookTemplates).where(condition),
  ]);
  return { templates: rows, totalCount: counts[0]?.count ?? 0 };
}

/** Null if no active template has the id. @param includeInactive also finds an inactive template */
export async function findPlaybookTemplate(
  db: HttpDatabase,
  id: string,
  { includeInactive }: { includeInactive: boolean },
): Promise<PlaybookTemplateRow | null> {
  const [row] = await db
    .select(withoutText)
    .from(playbookTemplates)
    .where(and(present(id), includeInactive ? undefined : playbookTemplates.isActive));
  return row ?? null;
}

/** Several templates by id, without deleted ones. */
export async function findPlaybookTemplates(db: HttpDatabase, ids: readonly string[]): Promise<Map<string, PlaybookTemplateRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(withoutText)
    .from(playbookTemplates)
    .where(
      and(
        not(playbookTemplates.isDeleted),
        sql`${playbookTemplates.id} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A template with the text that it was parsed from; null: it is gone. */
export async function findWrittenPlaybookTemplate(db: HttpDatabase, id: string): Promise<WrittenPlaybookTemplateRow | null> {
  const [row] = await db.select().from(playbookTemplates).where(present(id));
  return row ?? null;
}

/**
 * The id of a deleted template is free again. A template that came with Portage stays one: builds update it again, unless its text differs.
 * @returns false if the id is taken
 */
export async function insertPlaybookTemplate(db: HttpDatabase, row: NewPlaybookTemplateRow): Promise<boolean> {
  const { id: _, ...columns } = row;
  const rows = await db
    .insert(playbookTemplates)
    .values(row)
    .onConflictDoUpdate({
      target: playbookTemplates.id,
      set: {
        ...columns,
        isDeleted: false,
        isSystem: sql`${playbookTemplates.isSystem}`,
        editedAt: sql`case when ${playbookTemplates.isSystem} and ${playbookTemplates.yaml} is distinct from excluded.yaml then excluded.last_updated_at end`,
      },
      setWhere: sql`${playbookTemplates.isDeleted}`,
    })
    .returning({ id: playbookTemplates.id });
  return rows.length > 0;
}

export type PlaybookTemplateChanges = Partial<
  Omit<WrittenPlaybookTemplateRow, 'id' | 'isSystem' | 'createdByUserId' | 'createdAt' | 'isDeleted'>
>;

/** Null when it is gone, or another write came first. @param before the row that the changes were based on */
export async function updatePlaybookTemplate(
  db: HttpDatabase,
  before: PlaybookTemplateRow,
  changes: PlaybookTemplateChanges,
): Promise<PlaybookTemplateRow | null> {
  const { id, name, description, definition } = before;
  const isSame = sql`(${playbookTemplates.name}, ${playbookTemplates.description}, md5(${playbookTemplates.definition}::text))
    = (${name}, ${description}, md5(${JSON.stringify(definition)}))`;
  const [row] = await db
    .update(playbookTemplates)
    .set(changes)
    .where(and(present(id), isSame))
    .returning(withoutText);
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

/** Templates that came with any build of Portage, including deleted ones. */
export async function findSystemPlaybookTemplates(db: HttpDatabase): Promise<WrittenPlaybookTemplateRow[]> {
  return db.select().from(playbookTemplates).where(eq(playbookTemplates.isSystem, true));
}

/**
 * Creates a template that comes with Portage, or updates it. What an admin changed, switched off or deleted stays so; of two builds the
 * later one wins (`lastUpdatedAt` is when it was built).
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
