/** Fields that take values of other steps, and the selector that inserts them. */
export { EditorValues } from './editor-values.tsx';
export { JsonField } from './json-field.tsx';
export { previewValue } from './samples/preview-value.ts';
export { ScriptField } from './script-field.tsx';
export { useSampleScope } from './use-sample-scope.ts';
export { ValueField } from './value-field.tsx';
export { ValueSelectorProvider } from './value-selector-provider.tsx';
export { useValues as useValueSources } from './values-context.ts';
