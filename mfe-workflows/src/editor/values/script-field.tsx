import { CodeEditor } from '@portage/ui';
import type { ScriptFieldProps } from './value-types.ts';

/** The script of a step (spec STEP-66). */
export function ScriptField({ stepId: _stepId, ...field }: ScriptFieldProps) {
  return <CodeEditor {...field} />;
}
