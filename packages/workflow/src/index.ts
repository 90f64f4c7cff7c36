export { forbiddenNames } from '@portage/primitives/forbidden-names';
export { hasDotSegment } from './addresses/dot-segments.ts';
export { type AddressTemplate, evaluateAddress, type MadeAddress, type QueryParameter } from './addresses/evaluate-address.ts';
export { equalValues, isEmptyValue, isFalseValue, isTrueValue } from './comparing/compare-values.ts';
export { compareValues } from './comparing/condition-operators.ts';
export { evaluateCondition, evaluateConditionGroup } from './conditions/evaluate-condition.ts';
export { parseIsoDate } from './dates/iso-date.ts';
export { setAutoPaging } from './edit/auto-paging.ts';
export { addConditionGroup, canDeleteConditionGroup, deleteConditionGroup } from './edit/condition-groups.ts';
export { copyStep, pasteSteps, stepsToCopy } from './edit/copy-step.ts';
export { canDelete, deleteStep } from './edit/delete-step.ts';
export { type Extraction, type ExtractionResult, extractSteps } from './edit/extract-steps.ts';
export { insertStep } from './edit/insert-step.ts';
export { canCopy, canMove, createLaneMoveCheck, createMoveCheck, getPositionAfter, moveStep } from './edit/move-step.ts';
export { findStepPosition, isSamePosition, type StepPosition, stepAt } from './edit/place.ts';
export { isReadOnlyFor } from './edit/read-only.ts';
export { collectLanes, deleteSteps, findLane, laneToCopy, moveLane, type StepLane } from './edit/step-lane.ts';
export { canAddNote, withNote, withNoteChanged, withoutNote } from './edit/step-notes.ts';
export { collectDescendantNames, collectUnit, findPagingLoop, isPagingLoop } from './edit/step-unit.ts';
export { brokenPath } from './expressions/broken-path.ts';
export { evaluateExpression, evaluateTemplate, formText, type TemplateSettings } from './expressions/evaluate-expression.ts';
export { evaluateName } from './expressions/evaluate-name.ts';
export { valueAtPath } from './expressions/evaluate-node.ts';
export { type CompletionContext, findCompletionContext } from './expressions/expression-place.ts';
export { type ExpressionReferences, expressionReferences } from './expressions/expression-references.ts';
export { type ExpressionSpan, expressionSpans } from './expressions/expression-spans.ts';
export { isIdentifier } from './expressions/is-identifier.ts';
export { literalText, parseExpression } from './expressions/parse-expression.ts';
export { findTrigger, indexSteps } from './flow/index-steps.ts';
export { flattenOutline, type Outline, type OutlineNode, outlineSteps } from './flow/outline.ts';
export { readSamplePayload } from './flow/sample-payload.ts';
export { listPointers, mapPointers, type StepPointer } from './flow/step-pointers.ts';
export { type WayTo, wayTo } from './flow/way-to.ts';
export {
  addDecimals,
  type Decimal,
  decimalArgument,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  negated,
} from './formulas/decimal.ts';
export { formulaGroups } from './formulas/formula.ts';
export { type FormulaName, findFormulas, formulas, type NamedFormula } from './formulas/formula-table.ts';
export { findHiddenNames, HIDDEN_STEP_FAILED } from './hidden/hidden-names.ts';
export { findHiddenSteps, hasHidden } from './hidden/hidden-steps.ts';
export { findHiding, type Hiding, hideAlike, hideBy } from './hidden/hide-alike.ts';
export { HiddenStepsError, keepHiddenSteps } from './hidden/keep-hidden-steps.ts';
export { visibleSteps } from './hidden/visible-steps.ts';
export * from './model/sync-values.ts';
export * from './model/values.ts';
export * from './model/variables.ts';
export { buildCopyName } from './naming/copy-name.ts';
export { httpAction } from './naming/http-action.ts';
export { nameByAction } from './naming/name-by-action.ts';
export { findReaders, pointToRenamed, renameStepReferences } from './naming/rename-step.ts';
export {
  AT_END,
  type AvailableDataKey,
  type AvailableReferences,
  type AvailableStep,
  atTurnEnd,
  availableReferences,
  type StepRelation,
} from './references/available-references.ts';
export { type Completion, completionsAt } from './references/completions.ts';
export { formulaText, wrapInFormula } from './references/formula-text.ts';
export { applyInsertion, insertFormula, insertReference, type TextInsertion, wrappedReference } from './references/insert-reference.ts';
export { hasSameReferences } from './references/same-references.ts';
export { type FoundPath, listMembers, memberCount, type SampleMember, searchPaths } from './references/sample-paths.ts';
export { type PathKey, writeKey, writePath } from './references/written-reference.ts';
export { mergeSamples } from './samples/merge-samples.ts';
export { exampleValues, type SampleSources, sampleScope } from './samples/sample-scope.ts';
export { type StepsBehind, stepsBehind } from './samples/steps-behind.ts';
export { firstFire, latestFire, nextFire, nextFires } from './schedule/next-fires.ts';
export { type ScheduleRule, scheduleRule } from './schedule/schedule-rule.ts';
export { hasTimeOfDay, readTimeOfDay, withTimeOfDay } from './schedule/time-of-day.ts';
export { pathSecretsIn } from './secrets/path-secrets.ts';
export { type FoundSecret, replaceSecrets, type SecretReplacer } from './secrets/replace-secrets.ts';
export { isSecretName, isSecretNumberName, type NameLocation } from './secrets/secret-names.ts';
export { collectConnectorIds, collectConnectorTypeIds, withConnectors, withConnectorTypes } from './sharing/connector-places.ts';
export { shareableSteps } from './sharing/shareable-steps.ts';
export { templateSteps } from './sharing/template-steps.ts';
export { newConditionGroup } from './step-types/branch.ts';
export { type BranchStep, type Condition, type ConditionGroup, conditionGroupSchema, conditionSchema } from './step-types/branch-schema.ts';
export { callDeadlineMs, callDefaults } from './step-types/call-workflow.ts';
export type { CallWorkflowStep } from './step-types/call-workflow-schema.ts';
export { canBePinned } from './step-types/can-be-pinned.ts';
export type { ConnectorOperationStep } from './step-types/connector-operation-schema.ts';
export type { CustomScriptStep } from './step-types/custom-script-schema.ts';
export { getItemFields, type ItemField, itemFieldLabels } from './step-types/dashboard-item-fields.ts';
export { dashboardItemDefaults } from './step-types/dashboard-item-step.ts';
export type { DashboardItemStep } from './step-types/dashboard-item-step-schema.ts';
export type { DashboardStep } from './step-types/dashboard-step-schema.ts';
export { dataDefaults } from './step-types/data-defaults.ts';
export type { DataStorageStep } from './step-types/data-storage-schema.ts';
export { computeDelayMs, delayDefaults, toDurationMs } from './step-types/delay-step.ts';
export type { DelayStep } from './step-types/delay-step-schema.ts';
export { endDefaults, isResponseStatus } from './step-types/end-step.ts';
export type { EndResponse, EndStep } from './step-types/end-step-schema.ts';
export { ERROR_PATH_INDEX, ERROR_PATH_NAME, type GuardedStep, hasErrorPath, mayHaveErrorPath } from './step-types/error-path.ts';
export type { GetDataStep } from './step-types/get-data-step-schema.ts';
export type { HttpRequestStep } from './step-types/http-request-schema.ts';
export type { IntegrationStep } from './step-types/integration-step-schema.ts';
export { findIntegrationType, GENERAL_INTEGRATION_TYPE, usesIntegrationSettings } from './step-types/integration-type-of.ts';
export { collectsResults, loopValues } from './step-types/loop.ts';
export type { LoopStep } from './step-types/loop-schema.ts';
export { type NewStepSettings, newStep } from './step-types/new-step.ts';
export { nextStepName } from './step-types/next-step-name.ts';
export { type NormalizeSettings, normalizeSteps } from './step-types/normalize-steps.ts';
export {
  offeredValues,
  stepLabel,
  stepTypes,
  waitsOutside,
} from './step-types/registry.ts';
export {
  fixedResponseHeaders,
  hasResponseBody,
  isFixedResponseHeader,
  isRepeatableResponseHeader,
  isResponseHeader,
  responseHeaderProblem,
} from './step-types/response-headers.ts';
export { type RetryOptions, readRetryPolicy, retryDefaults, retryPauseMs } from './step-types/retry-policy.ts';
export { type ScheduleProblem, scheduleProblems } from './step-types/schedule-problems.ts';
export type { NewStepOptions } from './step-types/step-definition.ts';
export type { StepNote } from './step-types/step-fields.ts';
export { syncDefaults } from './step-types/sync-step.ts';
export type { SyncStep } from './step-types/sync-step-schema.ts';
export { newSchedule } from './step-types/trigger.ts';
export { type RunTagDefinition, type Schedule, scheduleSchema, type TriggerStep } from './step-types/trigger-schema.ts';
export {
  type ApprovalDecision,
  approvalDecisions,
  approvalDefaults,
  approvalExpiryMs,
  getApprovalLabels,
} from './step-types/wait-for-approval.ts';
export type { WaitForApprovalStep } from './step-types/wait-for-approval-schema.ts';
export { type StepOf, type StepType, type WorkflowStep, workflowStepSchema, workflowStepsSchema } from './step-types/workflow-step.ts';
export { isSwitchedOff, namesSwitchedOff, passOverSwitchedOff } from './switched-off/switched-off.ts';
export { referenceFault } from './validation/check-expressions.ts';
export { concernsCallers } from './validation/check-promise.ts';
export { type ReferenceProblem, referenceProblems } from './validation/reference-problems.ts';
export { validateStep } from './validation/validate-step.ts';
export { validateWorkflow } from './validation/validate-workflow.ts';
export type { WorkflowProblem } from './validation/workflow-problem.ts';
export { workflowWarnings } from './validation/workflow-warnings.ts';
export { ExpressionError, expressionLimits, nameWork } from './values/expression-error.ts';
export { constNames, type ExpressionScope, type StepValueName, type StepValues, stepValueNames } from './values/scope.ts';
export type { ExpressionNode, ParsedExpression, RecordRoot, ReferenceNode, TemplatePart } from './values/syntax-tree.ts';
export { textOfValue } from './values/value-text.ts';
export { variableNameProblem, variableValueProblem } from './variables/check-variable.ts';
export { readVariableNames, unknownVariableProblems } from './variables/variable-references.ts';
export { buildChangeLog, type WorkflowVersion } from './versions/change-log.ts';
export { diffValues } from './versions/diff-values.ts';
export { diffVersions, type VersionChange } from './versions/diff-versions.ts';
export { expressionWords, memberNames, templateWords } from './words/expression-words.ts';
export { triggerWords } from './words/trigger-words.ts';
export { WorkBudget, workLimits } from './work/work-budget.ts';
