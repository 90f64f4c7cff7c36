import type { FormulaName, WorkflowStep } from '@portage/workflow';
import type { ReactNode } from 'react';

/**
 * How the run reads the text. `expression`: one reference keeps its type. `template`: always text (a header). `address`: a URL, values
 * encoded for their place. `json`: text with values written as JSON (a body). `formula`: like `expression`, one row less.
 */
export type ValueKind = 'expression' | 'template' | 'address' | 'json' | 'formula';

export interface ValueFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Name (`stepId`) of the step with this form: its place determines what can be referenced. */
  stepId: string;
  kind?: ValueKind | undefined;
  name?: string | undefined;
  hint?: ReactNode;
  placeholder?: string | undefined;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean | undefined;
  /** An area of 4 to 30 rows (spec EXPR-12) instead of a line that grows to 7 (EXPR-13). */
  isArea?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

/** What the fields of step forms know about the workflow. */
export interface ValueSources {
  /** The current steps, including unsaved changes. */
  steps: readonly WorkflowStep[];
  /** Omitted for a workflow that was never saved, which has no last run. */
  workflowId?: string | undefined;
  /** Some steps aren't listed here, so a reference to an unknown step may be right. */
  hasHiddenSteps?: boolean;
  /** The icon of a step type in the list of completions; if omitted, a plain one. */
  iconOf?: ((stepType: string) => ReactNode) | undefined;
}

/** A field that the value selector inserts into. */
export interface InsertTarget {
  /** The same for the field's lifetime. */
  id: string;
  label: string;
  stepId: string;
  /** Formulas use `expression`: they aren't JavaScript. */
  language: 'expression' | 'script';
  /** The selector opens next to the panel around this element. */
  element: HTMLElement;
  /** Inserts a path (`Steps["start"].Payload.id`) at the cursor. */
  insertPath(root: 'Steps' | 'Data' | 'Vars' | 'Consts', keys: readonly (string | number)[]): void;
  insertFormula(name: FormulaName): void;
  /** The reference that a formula inserted now wraps (`Steps["start"].Payload.id`); null or omitted if there is none. */
  readArgument?: () => string | null;
  focus(): void;
}
