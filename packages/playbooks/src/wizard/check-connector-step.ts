import type { TemplateDefinition } from '../template/template-definition.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import type { StepAnswers, WizardStep } from './wizard-step.ts';

type Connector = TemplateDefinition['connectors'][number];

/** The template's connector for a ConnectorSetup step; null: a newer template has no such step. */
export function connectorOfStep({ connectors }: TemplateDefinition, stepId: string): Connector | null {
  return connectors.find(({ key }) => stepId === `connector-${key}`) ?? null;
}

export function isSuitableType({ connectorTypeId, orConnectorTypeIds }: Connector, typeId: string): boolean {
  return connectorTypeId === typeId || orConnectorTypeIds.includes(typeId);
}

/** Spec PB-44: the connector must be valid before the step is saved. */
export function checkConnectorStep(
  definition: TemplateDefinition,
  step: WizardStep,
  written: StepAnswers,
  { connector }: StepFacts,
): CheckedStep<WizardStep> {
  const wanted = connectorOfStep(definition, step.id);
  const connectorId = written.connectorId === undefined ? step.connectorId : written.connectorId;
  const refused = (problem: string) => ({ step, problem });
  if (!connectorId) return { step: { ...step, connectorId: null }, problem: 'Please select Connector' };
  if (!connector || connector.id !== connectorId) return refused('This connector was not found. Choose or create another one.');
  if (wanted && !isSuitableType(wanted, connector.connectorTypeId)) {
    return refused(`“${connector.name}” belongs to another application. Choose or create another one.`);
  }
  if (!connector.isWorking) return refused(connector.message);
  return { step: { ...step, connectorId }, problem: null };
}
