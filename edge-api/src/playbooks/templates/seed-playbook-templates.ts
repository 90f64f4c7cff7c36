import { findSystemPlaybookTemplates, type HttpDatabase, saveSystemPlaybookTemplate } from '@portage/database';
import type { ShippedTemplateBundle } from '@portage/playbooks/shipped';
import { isUpToDate } from '../../workflow-templates/is-up-to-date.ts';
import { toTemplateColumns } from './template-columns.ts';

export interface PlaybookSeedPorts {
  db: HttpDatabase;
  now(): Date;
}

/**
 * Writes this build's playbook templates to the database, if they are new or differ from the stored
 * ones. Templates that an admin edited, disabled or deleted stay that way. It may run at any time, and several times at once.
 *
 * @returns the ids of the written templates
 */
export async function seedPlaybookTemplates(
  { builtAt, templates }: ShippedTemplateBundle,
  { db, now }: PlaybookSeedPorts,
): Promise<string[]> {
  const rows = new Map((await findSystemPlaybookTemplates(db)).map((row) => [row.id, row]));
  const written: string[] = [];
  for (const { id, definition, yaml } of templates) {
    const columns = { ...toTemplateColumns(definition), yaml };
    if (isUpToDate(rows.get(id), columns)) continue;
    if (await saveSystemPlaybookTemplate(db, { id, ...columns, createdAt: now(), lastUpdatedAt: new Date(builtAt) })) written.push(id);
  }
  return written;
}
