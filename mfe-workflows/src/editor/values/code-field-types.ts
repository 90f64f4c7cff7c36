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
  isLarge?: boolean | undefined;
}

export interface JsonFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The texts may contain references to values that the step with this name can use. */
  stepId?: string | undefined;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  errorMessage?: string | undefined;
  rows?: number | undefined;
  onBlur?: (() => void) | undefined;
}
