import { findWorkflowTemplate } from '@portage/database';
import type { TemplateDefinition } from '@portage/playbooks';
import type { UserContext } from '../../http/context.ts';

/** Names of the workflow templates that a playbook template uses. */
export async function loadTemplateNames({ workflowTemplateIds }: TemplateDefinition, { db }: UserContext): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of workflowTemplateIds) {
    const template = await findWorkflowTemplate(db, id, { includeInactive: true });
    if (template) names.set(id, template.name);
  }
  return names;
}
