import { useHost } from '@portage/area-kit';
import { ApiError, type ApiErrorBody } from '@portage/contracts';
import { type FieldErrors, type Form, useForm } from '@portage/ui';
import { useMemo, useState } from 'react';
import { buildRules, type FoundApi, listSignInChoices, type OwnApiValues, type SignInChoice } from './own-api-values.ts';

interface OwnApiForm {
  form: Form<OwnApiValues>;
  choice: SignInChoice;
  /** Shows the server's messages at their fields, and the rest as a toast. */
  showProblems: (error: unknown) => void;
}

/** @param isExisting the API's connectors have the credentials, and none is made here */
export function useOwnApiForm(found: FoundApi, initial: OwnApiValues, isExisting: boolean): OwnApiForm {
  const { notify } = useHost();
  // The values that decide about the rules are stored outside the form, because its rules are made before its values are known.
  const [values, setValues] = useState(initial);
  const choice = useMemo(() => {
    const choices = listSignInChoices(found.proposal);
    const chosen = choices.find(({ id }) => id === values.signIn) ?? choices[0];
    if (!chosen) throw new Error('There is always a way to sign in.');
    return chosen;
  }, [found, values.signIn]);
  const rules = useMemo(() => buildRules(values, found, choice, isExisting), [values, found, choice, isExisting]);
  const form = useForm<OwnApiValues>({ initial, rules });

  function set<Name extends keyof OwnApiValues>(name: Name, value: OwnApiValues[Name]): void {
    setValues((before) => ({ ...before, [name]: value }));
    form.set(name, value);
  }

  function showProblems(error: unknown): void {
    const entries = error instanceof ApiError ? ((error.body as ApiErrorBody | null)?.errors ?? []) : [];
    const atFields = entries.flatMap((entry) => {
      const { field } = entry as { field?: string };
      return field && Object.hasOwn(initial, field) ? [[field, entry.userMessage ?? entry.message ?? '']] : [];
    });
    form.setServerErrors(Object.fromEntries(atFields) as FieldErrors<OwnApiValues>);
    if (atFields.length === 0) notify.error(error);
  }

  return {
    form: { ...form, set, bind: (name) => ({ ...form.bind(name), onChange: (value) => set(name, value) }) },
    choice,
    showProblems,
  };
}
