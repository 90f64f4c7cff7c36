import { findSystemTemplates, type HttpDatabase, saveSystemTemplate } from '@portage/database';
import { connectorTypeIdsOf } from '@portage/workflow';
import { isUpToDate } from './is-up-to-date.ts';
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
