/** The message of an empty required field without its own message; it names the field if the field has a name (spec SHELL-37, SHELL-38). */
export function requiredMessage(displayName?: string): string {
  return displayName ? `Please input ${displayName}` : 'Field is required';
}

export interface FieldRule<Values, Value> {
  /** Used in the required message: "Please input {display name}". */
  displayName?: string;
  required?: boolean;
  /** Replaces the default required message. */
  requiredMessage?: string;
  /** Returns a message if the value is invalid. Not called for an empty value. */
  validate?: (value: Value, values: Values) => string | undefined;
}

export type FieldRules<Values> = { [Name in keyof Values]?: FieldRule<Values, Values[Name]> };

export type FieldErrors<Values> = { [Name in keyof Values]?: string };

/** True for what a person would call empty: no value, blank text, no items, an unticked box. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function validateField<Values, Value>(rule: FieldRule<Values, Value>, value: Value, values: Values): string | undefined {
  if (isEmpty(value)) return rule.required ? (rule.requiredMessage ?? requiredMessage(rule.displayName)) : undefined;
  return rule.validate?.(value, values);
}

/** Errors of all fields; a form is valid only if all its fields are (spec SHELL-40). */
export function validateFields<Values extends object>(values: Values, rules: FieldRules<Values>): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const name of Object.keys(rules) as (keyof Values)[]) {
    const rule = rules[name];
    const error = rule && validateField(rule, values[name], values);
    if (error) errors[name] = error;
  }
  return errors;
}

/** The state of a form at one moment; every function below returns a new one. */
export interface FormState<Values> {
  initial: Values;
  values: Values;
  touched: { [Name in keyof Values]?: true };
  /** The server's message, until the field is edited. */
  serverErrors: FieldErrors<Values>;
}

export function startForm<Values extends object>(initial: Values): FormState<Values> {
  return { initial, values: initial, touched: {}, serverErrors: {} };
}

export function changeField<Values extends object, Name extends keyof Values>(
  state: FormState<Values>,
  name: Name,
  value: Values[Name],
): FormState<Values> {
  const { [name]: _, ...serverErrors } = state.serverErrors;
  return { ...state, values: { ...state.values, [name]: value }, serverErrors: serverErrors as FieldErrors<Values> };
}

/**
 * Starts again from the saved values. What a person typed during the save stays, unsaved.
 *
 * @param submitted the values that were saved
 */
export function takeSaved<Values extends object>(state: FormState<Values>, saved: Values, submitted: Values): FormState<Values> {
  const names = Object.keys(state.values) as (keyof Values)[];
  const typedSince = names.filter((name) => state.values[name] !== submitted[name]);
  return typedSince.reduce((next, name) => changeField(next, name, state.values[name]), startForm(saved));
}

export function touchField<Values extends object>(state: FormState<Values>, name: keyof Values): FormState<Values> {
  return state.touched[name] ? state : { ...state, touched: { ...state.touched, [name]: true } };
}

/** Spec SHELL-41: validating a form touches all its fields. */
export function touchAll<Values extends object>(state: FormState<Values>, rules: FieldRules<Values>): FormState<Values> {
  const names = [...Object.keys(state.values), ...Object.keys(rules)];
  return { ...state, touched: Object.fromEntries(names.map((name) => [name, true])) as FormState<Values>['touched'] };
}

/** Spec SHELL-39: errors show only after the field is touched; server messages show at once. */
export function shownError<Values extends object>(
  state: FormState<Values>,
  errors: FieldErrors<Values>,
  name: keyof Values,
): string | undefined {
  return state.serverErrors[name] ?? (state.touched[name] ? errors[name] : undefined);
}

export function isDirty<Values extends object>(state: FormState<Values>): boolean {
  return (Object.keys(state.values) as (keyof Values)[]).some((name) => !Object.is(state.values[name], state.initial[name]));
}
