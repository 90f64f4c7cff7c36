/** Fields that accept values of other steps or of a record. */
export { bringsValue, broughtValue, caretAt, carryValue } from './drop/dragged-value.ts';
export { writeText } from './field/write-text.ts';
export { previewValue } from './samples/preview-value.ts';
export { useSampleScope } from './use-sample-scope.ts';
export { ValueField } from './value-field.tsx';
export type { InsertTarget, ValueFieldProps, ValueKind, ValueSources } from './value-types.ts';
export {
  type Actions,
  ActionsContext,
  makeValues,
  type SampleOrigin,
  type StepSamples,
  TargetContext,
  useSelectorTarget,
  useValueActions,
  useValues,
  type ValuesCache,
  ValuesContext,
} from './values-context.ts';
