import { findSystemPlaybookTemplates, type HttpDatabase, saveSystemPlaybookTemplate } from '@portage/database';
import type { ShippedTemplateBundle } from '@portage/playbooks/shipped';
import { isUpToDate } from '../workflow-templates/is-up-to-date.ts';
import { columnsOf } from './template-columns.ts';

export interface PlaybookSeedPorts {
  db: HttpDatabase;
  now(): Date;
}

/**
 * Brings the playbook templates that come with this build of Portage into the database: one that is new, or differs from what is
 * there. Templates that an admin edited, switched off or deleted stay that way. This may run at any time, and several times at once.
 *
 * @returns the ids of those that were written
 */
export async function seedPlaybookTemplates(
  { builtAt, templates }: ShippedTemplateBundle,
  { db, now }: PlaybookSeedPorts,
): Promise<string[]> {
  const rows = new Map((await findSystemPlaybookTemplates(db)).map((row) => [row.id, row]));
  const written: string[] = [];
  for (const { id, definition, yaml } of templates) {
    const columns = { ...columnsOf(definition), yaml };
    if (isUpToDate(rows.get(id), columns)) continue;
    if (await saveSystemPlaybookTemplate(db, { id, ...columns, createdAt: now(), lastUpdatedAt: new Date(builtAt) })) written.push(id);
  }
  return written;
}
