import type { TemplateDefinition } from '../template/template-definition.ts';
import { getSetupType } from './step-kind.ts';
import type { Wizard, WizardStep } from './wizard-step.ts';

/** The name of an added step (PB-40). */
const ADDED_STEP_NAME = 'Integration Setup';

/** Names of workflow templates by id, for their steps. */
export type TemplateNames = ReadonlyMap<string, string>;

/** A new wizard, without answers (PB-54). */
export function newWizard(definition: TemplateDefinition, templateNames: TemplateNames = new Map()): Wizard {
  return { steps: numbered(buildSteps(definition, templateNames)), activeStep: 0, isFinished: false, type: definition.integrationType };
}

function buildSteps(definition: TemplateDefinition, templateNames: TemplateNames): WizardStep[] {
  const { startPage, connectors, setup, applications, workflows, workflowTemplateIds, customPlaybookType } = definition;
  return [
    ...(startPage || customPlaybookType ? [step('start', 'StartPage', 'Start')] : []),
    ...connectors.map(({ key, stepName, connectorTypeId }) => step(`connector-${key}`, 'ConnectorSetup', stepName, { connectorTypeId })),
    ...(setup ? [step('setup', getSetupType(definition), setup.name)] : []),
    ...workflowTemplateIds.map((id) =>
      step(`workflow-${id}`, 'IntegrationsSetup', templateNames.get(id) ?? 'Workflow', { workflowTemplateId: id }),
    ),
    ...(applications ? [flowStep(1)] : []),
    ...(workflows.length > 0 ? [step('preview', 'Preview', 'Preview')] : []),
    step('end', 'EndPage', 'Finish'),
    ...(applications ? [step('store', 'CustomStepsStore', 'Add Custom Step')] : []),
  ];
}

/** @param number not used by another flow step of the wizard */
export function flowStep(number: number): WizardStep {
  return step(`flow-${number}`, 'IntegrationFlowSetup', ADDED_STEP_NAME);
}

export function numbered(steps: readonly WizardStep[]): WizardStep[] {
  return steps.map((one, position) => (one.position === position ? one : { ...one, position }));
}

function step(id: string, type: string, name: string, more: Partial<WizardStep> = {}): WizardStep {
  return { id, name, position: 0, isActive: true, type, connectorTypeId: null, workflowTemplateId: null, ...more };
}
