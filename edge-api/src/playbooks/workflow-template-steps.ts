import { findWorkflowTemplate, type HttpDatabase, type PlaybookRow } from '@portage/database';
import { stepsWithConnectors, type WizardStep } from '@portage/playbooks';
import type { WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';
import { connectorsOf } from './connector-problems.ts';
import { appliedOf, definitionOf, wizardOf } from './stored-playbook.ts';

export interface KnownWorkflowTemplate {
  name: string;
  description: string | null;
  steps: WorkflowStep[];
}

/** A workflow template or, if it is gone, its steps as the playbook last used them; null: it was gone before that. */
export async function findKnownWorkflowTemplate(
  db: HttpDatabase,
  row: Pick<PlaybookRow, 'applied'>,
  id: string,
): Promise<KnownWorkflowTemplate | null> {
  return (await findWorkflowTemplate(db, id, { includeInactive: true })) ?? appliedOf(row)[id] ?? null;
}

/** The workflow template's steps for a wizard step, with the chosen connectors; null: the template is gone. */
export async function connectedSteps(
  row: PlaybookRow,
  { workflowTemplateId }: WizardStep,
  context: UserContext,
): Promise<WorkflowStep[] | null> {
  const template = workflowTemplateId ? await findKnownWorkflowTemplate(context.db, row, workflowTemplateId) : null;
  if (!template) return null;
  const connectors = await connectorsOf(wizardOf(row), context);
  return stepsWithConnectors(template.steps, definitionOf(row), wizardOf(row), (id) => connectors.get(id)?.connectorTypeId);
}
