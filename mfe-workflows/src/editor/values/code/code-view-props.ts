import type { ScriptHandle, ScriptWarning } from '@portage/script-editor/scripts';
import type { AvailableReferences, ExpressionScope } from '@portage/workflow';

/** The names that a script can refer to, for completion and hints. */
export interface ScriptHelp {
  available: AvailableReferences;
  scope: ExpressionScope;
}

export type CodeWarning = ScriptWarning;
export type CodeHandle = ScriptHandle;
