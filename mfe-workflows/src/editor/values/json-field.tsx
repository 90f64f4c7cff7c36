import { CodeEditor } from '@portage/ui';
import type { JsonFieldProps } from './value-types.ts';

/** A text that should be JSON: a sample, headers. */
export function JsonField(field: JsonFieldProps) {
  return <CodeEditor {...field} />;
}
