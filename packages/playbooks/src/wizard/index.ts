/** What a wizard's pages and its server must agree on. Small, and without a schema library: pages import this entry. */
export { flowStepName } from './flow-step-name.ts';
export { offeredExternalIds } from './offered-external-ids.ts';
export { kindOf, type StepKind } from './step-kind.ts';
export * from './step-texts.ts';
export { type StepSchedule, withAnswer, writtenAnswer } from './wizard-step.ts';
