/** What a wizard's pages and its server must agree on. Small, and without a schema library: pages import this entry. */
export { flowStepName } from './flow-step-name.ts';
export { offeredExternalIds } from './offered-external-ids.ts';
export { getStepKind, type StepKind } from './step-kind.ts';
export * from './step-texts.ts';
export { getWrittenAnswer, type StepSchedule, withAnswer } from './wizard-step.ts';
