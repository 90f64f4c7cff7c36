import { findWorkflowTemplate, type HttpDatabase, type PlaybookRow } from '@portage/database';
import { stepsWithConnectors, type WizardStep } from '@portage/playbooks';
import type { WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';
import { loadConnectors } from './connector-problems.ts';
import { getAppliedWorkflows, getWizard, parseDefinition } from './stored-playbook.ts';

export interface AvailableTemplate {
  name: string;
  description: string | null;
  steps: WorkflowStep[];
}

/** A workflow template or, if it is gone, its steps as the playbook last used them; null: it was gone before that. */
export async function findAvailableTemplate(
  db: HttpDatabase,
  row: Pick<PlaybookRow, 'applied'>,
  id: string,
): Promise<AvailableTemplate | null> {
  return (await findWorkflowTemplate(db, id, { includeInactive: true })) ?? getAppliedWorkflows(row)[id] ?? null;
}

/** The workflow template's steps for a wizard step, with the chosen connectors; null: the template is gone. */
export async function connectedSteps(
  row: PlaybookRow,
  { workflowTemplateId }: WizardStep,
  context: UserContext,
): Promise<WorkflowStep[] | null> {
  const template = workflowTemplateId ? await findAvailableTemplate(context.db, row, workflowTemplateId) : null;
  if (!template) return null;
  const connectors = await loadConnectors(getWizard(row), context);
  return stepsWithConnectors(template.steps, parseDefinition(row), getWizard(row), (id) => connectors.get(id)?.connectorTypeId);
}
