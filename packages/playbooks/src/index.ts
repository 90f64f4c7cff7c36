/** Playbook templates, their wizards, and the workflows that they create: pure. */
export { fillLookup, fillText, listAnswerNames } from './template/answer-places.ts';
export { listNeededAnswers } from './template/check-questions.ts';
export { checkSystems, type TemplateSystem } from './template/check-systems.ts';
export { findTemplateMappings } from './template/known-mappings.ts';
export { type ReadTemplate, readDefinition, readTemplate } from './template/read-template.ts';
export type { TemplateLookup } from './template/template-definition.ts';
export {
  type TemplateApplications,
  type TemplateDefinition,
  type TemplateQuestion,
  type TemplateWorkflow,
  templateDefinitionSchema,
  type WrittenTemplate,
} from './template/template-definition.ts';
export type { TemplateProblem } from './template/template-problem.ts';
export { writeTemplate } from './template/write-template.ts';
export { connectorOfStep } from './wizard/check-connector-step.ts';
export { UnknownFieldTypeError } from './wizard/check-flow-step.ts';
export { withStepIntegrations } from './wizard/check-integrations-step.ts';
export { firstIncomplete } from './wizard/is-complete.ts';
export { type ValueToFill, valuesToFill } from './wizard/left-to-fill.ts';
export { newWizard } from './wizard/new-wizard.ts';
export { pairOfStep } from './wizard/pairs-of-applications.ts';
export { removeStep } from './wizard/remove-step.ts';
export { canAddStep, goBack, type SavedStep, saveStep, type WizardMove } from './wizard/save-step.ts';
export type { StepFacts } from './wizard/step-facts.ts';
export { getStepKind } from './wizard/step-kind.ts';
export { stepsWithConnectors } from './wizard/steps-with-connectors.ts';
export { takeTemplate } from './wizard/take-template.ts';
export { collectAnswers, collectConnectorIds, findSchedule, findSetupStep } from './wizard/wizard-answers.ts';
export {
  getWrittenAnswer,
  type Mapping,
  pairAnswerNames,
  type StepAnswers,
  type StepSchedule,
  type Wizard,
  type WizardStep,
} from './wizard/wizard-step.ts';
export { listAnswerMappings } from './workflows/answer-mappings.ts';
export { integrationOfFlow, type PlanFacts, planWorkflows } from './workflows/plan-workflows.ts';
export { type PlannedFlow, plannedFlows, UNFILLED_PRICES } from './workflows/planned-flow.ts';
export type { PlannedIntegration, PlannedWorkflow } from './workflows/planned-workflow.ts';
export { templateChanges } from './workflows/template-changes.ts';
