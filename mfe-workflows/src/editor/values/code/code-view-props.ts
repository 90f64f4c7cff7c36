import type { AvailableReferences, ExpressionScope } from '@portage/workflow';
import type { RefObject } from 'react';

/** What a script can refer to, for completion and hints. */
export interface ScriptHelp {
  available: AvailableReferences;
  scope: ExpressionScope;
}

/** A piece of a text with something doubtful in it. Lines and columns count from 1. */
export interface CodeWarning {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
}

/** What others do with a code editor. */
export interface CodeHandle {
  /** Over the selection, as one step of the editor's undo. */
  insert(text: string): void;
  focus(): void;
  goTo(line: number, column: number): void;
}

export interface CodeViewProps {
  language: 'javascript' | 'json';
  value: string;
  onChange: (value: string) => void;
  label: string;
  isReadOnly: boolean;
  problem: { line: number; column: number; message: string } | null;
  warnings?: readonly CodeWarning[] | undefined;
  help?: ScriptHelp | undefined;
  handle: RefObject<CodeHandle | null>;
  onBlur?: (() => void) | undefined;
  /** Escape was pressed with nothing open in the editor. */
  onEscape: () => void;
}
