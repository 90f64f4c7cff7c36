export { equalValues, isEmptyValue, isFalseValue, isTrueValue } from './conditions/compare-values.ts';
export { compareValues, evaluateCondition, evaluateConditionGroup } from './conditions/evaluate-condition.ts';
export { parseIsoDate } from './dates/iso-date.ts';
export { setAutoPaging } from './edit/auto-paging.ts';
export { addConditionGroup, canDeleteConditionGroup, deleteConditionGroup, newConditionGroup } from './edit/condition-groups.ts';
export { copyStep, pasteSteps, stepsToCopy } from './edit/copy-step.ts';
export { canDelete, deleteStep } from './edit/delete-step.ts';
export { insertStep } from './edit/insert-step.ts';
export { canCopy, canMove, moveStep, placeAfter } from './edit/move-step.ts';
export { type NewStepOptions, type NewStepSettings, newSchedule, newStep } from './edit/new-step.ts';
export { isSamePlace, type Place, placeOf, stepAt } from './edit/place.ts';
export { hasHidden, isReadOnlyFor } from './edit/read-only.ts';
export { descendantsOf, isPagingLoop, pagingLoopOf, unitOf } from './edit/step-unit.ts';
export { pointToRenamed, updateStep } from './edit/update-step.ts';
export { evaluateExpression, evaluateTemplate, type TemplateSettings } from './expressions/evaluate-expression.ts';
export { ExpressionError, expressionLimits } from './expressions/expression-error.ts';
export { type ExpressionReferences, expressionReferences } from './expressions/expression-references.ts';
export { parseExpression } from './expressions/parse-expression.ts';
export { constNames, type ExpressionScope, type StepValues, stepValueNames } from './expressions/scope.ts';
export type { ExpressionNode, ParsedExpression, ReferenceNode, TemplatePart } from './expressions/syntax-tree.ts';
export { textOfValue } from './expressions/value-text.ts';
export { findTrigger, indexSteps } from './flow/index-steps.ts';
export { flattenOutline, type Outline, type OutlineNode, outlineSteps } from './flow/outline.ts';
export { samplePayloadOf } from './flow/sample-payload.ts';
export { pointersOf, type StepPointer } from './flow/step-pointers.ts';
export { type FormulaDescription, type FormulaName, formulas } from './formulas/formula-table.ts';
export * from './model/normalize-steps.ts';
export * from './model/values.ts';
export { copyNameOf } from './naming/copy-name.ts';
export { nextStepName } from './naming/next-step-name.ts';
export { renameStep, renameStepReferences } from './naming/rename-step.ts';
export {
  type AvailableDataKey,
  type AvailableReferences,
  type AvailableStep,
  availableReferences,
  type StepRelation,
} from './references/available-references.ts';
export { type PathKey, writeKey, writePath } from './references/written-reference.ts';
export { firstFire, latestFire, nextFire, nextFires } from './schedule/next-fires.ts';
export { type ScheduleProblem, scheduleProblems } from './schedule/schedule-problems.ts';
export { type ScheduleRule, scheduleRule } from './schedule/schedule-rule.ts';
export { delayMsOf } from './step-rules/delay-step.ts';
export { stepNotAvailable } from './step-rules/not-built.ts';
export { isStepTypeBuilt } from './step-rules/registry.ts';
export { type BranchStep, type Condition, type ConditionGroup, conditionGroupSchema, conditionSchema } from './steps/branch.ts';
export type { ConnectorOperationStep } from './steps/connector-operation.ts';
export type { CustomScriptStep } from './steps/custom-script.ts';
export type { DashboardItemStep } from './steps/dashboard-item-step.ts';
export type { DashboardStep } from './steps/dashboard-step.ts';
export type { DataStorageStep } from './steps/data-storage.ts';
export type { DelayStep } from './steps/delay-step.ts';
export type { EndStep } from './steps/end-step.ts';
export type { GetDataStep } from './steps/get-data-step.ts';
export type { HttpRequestStep } from './steps/http-request.ts';
export type { IntegrationStep } from './steps/integration-step.ts';
export type { LoopStep } from './steps/loop.ts';
export { type StepOf, type WorkflowStep, workflowStepSchema, workflowStepsSchema } from './steps/registry.ts';
export type { SyncStep } from './steps/sync-step.ts';
export { type Schedule, scheduleSchema, type TriggerStep } from './steps/trigger.ts';
export { validateStep } from './validation/validate-step.ts';
export { validateWorkflow } from './validation/validate-workflow.ts';
export type { WorkflowProblem } from './validation/workflow-problem.ts';
export { changeLogOf, type WorkflowVersion } from './versions/change-log.ts';
export { diffVersions, type VersionChange } from './versions/diff-versions.ts';
