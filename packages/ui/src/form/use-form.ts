import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterPress, isPressing, watchPresses } from './after-press.ts';
import {
  changeField,
  type FieldErrors,
  type FieldRules,
  isDirty,
  shownError,
  startForm,
  takeSaved,
  touchAll,
  touchField,
  validateFields,
} from './form-state.ts';

/** The properties that a field component accepts; spread them: `<TextField label="Email" {...form.bind('email')} />`. */
export interface BoundField<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  errorMessage: string | undefined;
  isRequired: boolean;
}

export interface Form<Values extends object> {
  values: Values;
  /** The initial or last saved values. */
  initial: Values;
  /** All errors, shown or not. */
  errors: FieldErrors<Values>;
  isValid: boolean;
  isDirty: boolean;
  isSubmitting: boolean;
  bind<Name extends keyof Values & string>(name: Name): BoundField<Values[Name]>;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Whether all fields are valid; also touches them. */
  validate(): boolean;
  /** Starts again, with the given values or else the initial ones. */
  reset(values?: Values): void;
  /** After a save: starts again from the saved values, keeping input since the values were submitted. */
  takeSaved(saved: Values, submitted: Values): void;
  setServerErrors(errors: FieldErrors<Values>): void;
  /** For `<form onSubmit>`: validates, then passes the values on; a second submit waits for the first. */
  handleSubmit(submit: (values: Values) => unknown): (event?: SyntheticEvent) => Promise<void>;
}

export interface FormSettings<Values extends object> {
  initial: Values;
  rules?: FieldRules<Values>;
}

/** Form state with the rules of spec SHELL-37..41. */
export function useForm<Values extends object>({ initial, rules }: FormSettings<Values>): Form<Values> {
  const fieldRules = useMemo(() => rules ?? ({} as FieldRules<Values>), [rules]);
  const [state, setState] = useState(() => startForm(initial));
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** Messages that have just gone: they keep their space until the press in progress has hit its button. */
  const [held, setHeld] = useState<FieldErrors<Values>>({});
  const submitting = useRef(false);
  useEffect(watchPresses, []);
  const errors = useMemo(() => validateFields(state.values, fieldRules), [state.values, fieldRules]);
  const isValid = Object.keys(errors).length === 0 && Object.keys(state.serverErrors).length === 0;

  const set = useCallback(<Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    setState((previous) => changeField(previous, name, value));
  }, []);

  function validate(): boolean {
    setState((previous) => touchAll(previous, fieldRules));
    return Object.keys(errors).length === 0;
  }

  return {
    values: state.values,
    initial: state.initial,
    errors,
    isValid,
    isDirty: isDirty(state),
    isSubmitting,
    set,
    validate,
    bind: (name) => ({
      name,
      value: state.values[name],
      onChange: (value) => {
        const shown = isPressing() ? shownError(state, errors, name) : undefined;
        if (shown !== undefined) {
          setHeld((previous) => ({ ...previous, [name]: shown }));
          afterPress(() => setHeld(({ [name]: _, ...others }) => others as FieldErrors<Values>));
        }
        set(name, value);
      },
      onBlur: () => afterPress(() => setState((previous) => touchField(previous, name))),
      errorMessage: shownError(state, errors, name) ?? held[name],
      isRequired: fieldRules[name]?.required ?? false,
    }),
    reset: (values) => setState((previous) => startForm(values ?? previous.initial)),
    takeSaved: (saved, submitted) => setState((previous) => takeSaved(previous, saved, submitted)),
    setServerErrors: (serverErrors) => setState((previous) => ({ ...previous, serverErrors })),
    handleSubmit: (submit) => async (event) => {
      event?.preventDefault();
      if (submitting.current) return;
      if (!validate()) {
        focusFirstInvalid(event?.currentTarget);
        return;
      }
      submitting.current = true;
      setIsSubmitting(true);
      try {
        await submit(state.values);
      } finally {
        submitting.current = false;
        setIsSubmitting(false);
      }
    },
  };
}

/** Runs once the messages are on the page, so that the field is read out with its message. */
function focusFirstInvalid(form: EventTarget | null | undefined): void {
  if (form instanceof HTMLElement) requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
