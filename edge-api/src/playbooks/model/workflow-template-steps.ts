import { findWorkflowTemplate, type HttpDatabase } from '@portage/database';
import { stepsWithConnectors, type WizardStep } from '@portage/playbooks';
import type { WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../../http/context.ts';
import { loadConnectors } from './connector-problems.ts';
import type { OpenPlaybook } from './stored-playbook.ts';

export interface AvailableTemplate {
  name: string;
  description: string | null;
  steps: WorkflowStep[];
}

/** A workflow template or, if it is gone, its steps as the playbook last used them; null: it was gone before that. */
export async function findAvailableTemplate(
  db: HttpDatabase,
  row: Pick<OpenPlaybook, 'applied'>,
  id: string,
): Promise<AvailableTemplate | null> {
  return (await findWorkflowTemplate(db, id, { includeInactive: true })) ?? row.applied[id] ?? null;
}

/** The workflow template's steps for a wizard step, with the chosen connectors; null: the template is gone. */
export async function connectedSteps(
  row: OpenPlaybook,
  { workflowTemplateId }: WizardStep,
  context: UserContext,
): Promise<WorkflowStep[] | null> {
  const template = workflowTemplateId ? await findAvailableTemplate(context.db, row, workflowTemplateId) : null;
  if (!template) return null;
  const connectors = await loadConnectors(row.wizard, context);
  return stepsWithConnectors(template.steps, row.definition, row.wizard, (id) => connectors.get(id)?.connectorTypeId);
}
