import { StoredInputNotice, useApi, useHost, useLeaveWarning, useStoredInput } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import { Banner, Button, type FieldErrors, type Form, Inline, LinkButton, Stack, size, useForm } from '@portage/ui';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { type ConnectorType, LIST_PATH } from '../connector-type.ts';
import { AuthorizationSection } from './authorization-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { DocumentField } from './document-field.tsx';
import { FormSection } from './form-section.tsx';
import { buildRequestBody, holdsSecret, rulesFor, type TypeValues, toFormValues } from './form-values.ts';
import { GeneralSection } from './general-section.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { useDocumentCheck } from './use-document-check.ts';
import { WebhookSection } from './webhook-section.tsx';

const SETTINGS = /^additionalData\.connection\.authorizationSettings\b/;

/** The server's messages by field; empty if it has none. */
function readFieldErrors(error: unknown, values: TypeValues): FieldErrors<TypeValues> {
  const entries = isApiError(error) ? (error.body as { errors?: { field?: string; userMessage?: string }[] } | null)?.errors : undefined;
  const found: Record<string, string> = {};
  for (const { field, userMessage } of entries ?? []) {
    const name = SETTINGS.test(field ?? '')
      ? 'authorizationSettings'
      : field?.startsWith('additionalData.connection')
        ? 'connection'
        : field;
    if (name && Object.hasOwn(values, name) && userMessage) found[name] ??= userMessage;
  }
  return found;
}

const Narrow = styled.form`
  width: 100%;
  max-width: ${size.form};
`;

/** The form's error while its OpenAPI document is invalid (spec CTYPE-13). */
const DOCUMENT_PROBLEM = 'Document contains some errors';

/** Adds a connector type, or changes one (spec CTYPE-04..15). */
export function ConnectorTypeForm({ type }: { type: ConnectorType | null }) {
  const api = useApi();
  const { queryClient, navigate, notify } = useHost();
  const [initial] = useState(() => toFormValues(type));
  const form = useTypeForm(initial);
  const documents = useDocumentCheck((openApiDocument) => form.set('openApiDocument', openApiDocument));
  const kept = useStoredInput(form, { name: 'connector type', isSecret: holdsSecret });
  const isSaved = useRef(false);
  useLeaveWarning(form.isDirty && !isSaved.current);
  const hasDocumentErrors = documents.check.phase === 'checked' && documents.check.errors.length > 0;
  const latest = useRef(form);
  latest.current = form;

  async function save(): Promise<void> {
    // Waits for a running check of the document (spec CTYPE-14).
    const errors = await documents.settled();
    const { values, setServerErrors } = latest.current;
    if (errors.length > 0) {
      setServerErrors({ openApiDocument: DOCUMENT_PROBLEM });
      return;
    }
    const body = buildRequestBody(values, initial);
    try {
      if (type) await api('PUT /api/connector-types/{id}', { params: { id: type.id }, body });
      else await api('POST /api/connector-types', { body });
    } catch (error) {
      const fields = readFieldErrors(error, values);
      setServerErrors(fields);
      if (Object.keys(fields).length === 0) notify.error(error);
      return;
    }
    isSaved.current = true;
    latest.current.reset(values);
    notify.success(`${values.name.trim()} saved`);
    await queryClient.invalidateQueries({ queryKey: ['connector-types'] });
    // The unsaved-changes warning is removed with the next render.
    setTimeout(() => navigate(LIST_PATH));
  }

  return (
    <Narrow noValidate onSubmit={form.handleSubmit(save)} aria-label={type ? `Edit ${type.name}` : 'Add connector type'}>
      <Stack>
        <StoredInputNotice kept={kept} />
        <GeneralSection form={form} type={type} />
        <FormSection title="OpenAPI document" hint="Portage learns from the document what the system can do.">
          <DocumentField
            value={form.values.openApiDocument}
            check={documents.check}
            errorMessage={form.bind('openApiDocument').errorMessage ?? (hasDocumentErrors ? DOCUMENT_PROBLEM : undefined)}
            onPick={(file) => {
              form.set('openApiDocument', form.values.openApiDocument);
              return documents.upload(file);
            }}
            onRemove={() => {
              documents.clear();
              form.set('openApiDocument', null);
            }}
          />
        </FormSection>
        <AuthorizationSection form={form} />
        <SandboxSection form={form} />
        <WebhookSection form={form} />
        <ConnectionSection form={form} />
        {Object.keys(form.errors).length > 0 && form.isSubmitting ? <Banner tone="danger">Some fields need attention.</Banner> : null}
        <Inline>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            Save
          </Button>
          <LinkButton href={LIST_PATH}>Cancel</LinkButton>
        </Inline>
      </Stack>
    </Narrow>
  );
}

/** The rules depend on the choices: OAuth requires more than a key. */
function useTypeForm(initial: TypeValues): Form<TypeValues> {
  const [rules, setRules] = useState(() => rulesFor(initial));
  const form = useForm({ initial, rules });
  const next = rulesFor(form.values);
  if (JSON.stringify(next) !== JSON.stringify(rules)) setRules(next);
  return form;
}
