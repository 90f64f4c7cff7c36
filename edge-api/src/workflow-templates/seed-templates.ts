import { findSystemTemplates, type HttpDatabase, saveSystemTemplate, type WorkflowTemplateRow } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { connectorTypeIdsOf } from '@portage/workflow';
import type { ShippedTemplate } from './shipped/shipped-template.ts';

export interface TemplateSeedPorts {
  db: HttpDatabase;
  now(): Date;
}

/**
 * Brings the templates that come with this build of Portage into the database: one that is new, or differs from what is
 * there. Templates that an admin edited, switched off or deleted stay that way. This may run at any time, and several times at once.
 *
 * @returns the ids of those that were written
 */
export async function seedTemplates(
  { builtAt, templates }: { builtAt: string; templates: readonly ShippedTemplate[] },
  { db, now }: TemplateSeedPorts,
): Promise<string[]> {
  const rows = new Map((await findSystemTemplates(db)).map((row) => [row.id, row]));
  const written: string[] = [];
  for (const { id, name, description, steps, starterOrder = null } of templates) {
    const columns = { id, name, description, steps, starterOrder, connectorTypeIds: connectorTypeIdsOf(steps) };
    if (isUpToDate(rows.get(id), columns)) continue;
    const lastUpdatedAt = new Date(builtAt);
    if (await saveSystemTemplate(db, { ...columns, createdAt: now(), lastUpdatedAt })) written.push(id);
  }
  return written;
}

function isUpToDate(before: WorkflowTemplateRow | undefined, columns: Partial<WorkflowTemplateRow>): boolean {
  if (!before) return false;
  if (before.isDeleted || before.editedAt !== null) return true;
  return Object.entries(columns).every(([name, value]) => isSameJson(before[name as 'id'], value));
}
