export interface ScriptFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  stepId: string;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  errorMessage?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** Already in its own window. */
  isLarge?: boolean | undefined;
}

export interface JsonFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Its texts may contain references: those of the step with this name can be inserted. */
  stepId?: string | undefined;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  errorMessage?: string | undefined;
  rows?: number | undefined;
  onBlur?: (() => void) | undefined;
}
