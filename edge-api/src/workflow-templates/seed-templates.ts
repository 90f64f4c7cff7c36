import { findSystemTemplates, type HttpDatabase, saveSystemTemplate } from '@portage/database';
import { collectConnectorTypeIds } from '@portage/workflow';
import { isUpToDate } from './is-up-to-date.ts';
import type { ShippedTemplate } from './shipped/shipped-template.ts';

export interface TemplateSeedPorts {
  db: HttpDatabase;
  now(): Date;
}

/**
 * Writes this build's templates to the database, if they are new or differ from the stored
 * ones. Templates that an admin edited, disabled or deleted stay that way. It may run at any time, and several times at once.
 *
 * @returns the ids of the written templates
 */
export async function seedTemplates(
  { builtAt, templates }: { builtAt: string; templates: readonly ShippedTemplate[] },
  { db, now }: TemplateSeedPorts,
): Promise<string[]> {
  const rows = new Map((await findSystemTemplates(db)).map((row) => [row.id, row]));
  const written: string[] = [];
  for (const { id, name, description, steps, starterOrder = null } of templates) {
    const columns = { id, name, description, steps, starterOrder, connectorTypeIds: collectConnectorTypeIds(steps) };
    if (isUpToDate(rows.get(id), columns)) continue;
    const lastUpdatedAt = new Date(builtAt);
    if (await saveSystemTemplate(db, { ...columns, createdAt: now(), lastUpdatedAt })) written.push(id);
  }
  return written;
}
