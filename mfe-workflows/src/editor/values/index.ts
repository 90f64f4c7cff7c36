/** Fields that accept values of other steps, and the selector that inserts them. */
export { previewValue, useSampleScope, useValues as useValueSources, ValueField } from '@portage/mapping-editor/value-field';
export { EditorValues } from './editor-values.tsx';
export { JsonField } from './json-field.tsx';
export { ScriptField } from './script-field.tsx';
export { ValueSelectorProvider } from './value-selector-provider.tsx';
