import { useHost } from '@portage/area-kit';
import { ApiError, type ApiErrorBody, connectorValueProblem } from '@portage/contracts';
import { type FieldRules, type Form, useForm } from '@portage/ui';
import { useMemo, useState } from 'react';
import type { AuthorizationType, ConnectorType } from '../connectors/api-types.ts';
import { type ConnectorValues, type ShownField, shownFields } from './connector-values.ts';

export interface ConnectorForm {
  form: Form<ConnectorValues>;
  fields: readonly ShownField[];
  set: (name: string, value: string) => void;
  /** Shows the server's messages at their fields, and the rest as a toast (spec CONN-24). */
  showProblems: (error: unknown) => void;
}

/** @param needsAuthorization the authorization must be chosen (spec CONN-46) */
export function useConnectorForm(
  initial: ConnectorValues,
  type: ConnectorType | undefined,
  { needsAuthorization = false }: { needsAuthorization?: boolean } = {},
): ConnectorForm {
  const { notify } = useHost();
  // The values that decide about fields and rules are stored outside the form, because its rules are made before its values are known.
  const [values, setValues] = useState(initial);
  const authorizationType = (values.authorizationType || '') as AuthorizationType | '';
  const fields = useMemo(() => shownFields(type, authorizationType), [type, authorizationType]);
  const rules = useMemo(() => buildRules(fields, values, needsAuthorization), [fields, values, needsAuthorization]);
  const form = useForm<ConnectorValues>({ initial, rules });

  function set(name: string, value: string): void {
    setValues((before) => ({ ...before, [name]: value }));
    form.set(name, value);
  }

  function showProblems(error: unknown): void {
    const shown = new Set(['name', 'connectorTypeId', 'authorizationType', 'useSandbox', ...fields.map(({ field }) => field as string)]);
    const entries = error instanceof ApiError ? ((error.body as ApiErrorBody | null)?.errors ?? []) : [];
    const atFields = entries.flatMap((entry) => {
      const { field } = entry as { field?: string };
      return field && shown.has(field) ? [[field, entry.userMessage ?? entry.message ?? '']] : [];
    });
    form.setServerErrors(Object.fromEntries(atFields));
    if (atFields.length === 0) notify.error(error);
  }

  return { form, fields, set, showProblems };
}

function buildRules(fields: readonly ShownField[], values: ConnectorValues, needsAuthorization: boolean): FieldRules<ConnectorValues> {
  const rules: FieldRules<ConnectorValues> = {
    name: { required: true, requiredMessage: 'Please input connector name' },
    connectorTypeId: { required: true, requiredMessage: 'Please select Application' },
    authorizationType: { required: needsAuthorization, displayName: 'Authorization Type' },
  };
  for (const shown of fields) {
    const { field, isRequired, message, orField } = shown;
    const required = isRequired || (orField !== undefined && !values[orField]?.trim());
    rules[field] = { required, requiredMessage: message, validate: (value) => connectorValueProblem(shown, value) };
  }
  return rules;
}
