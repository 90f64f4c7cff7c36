import { Button, Checkbox, Select } from '@portage/ui';
import {
  type HttpBodyType,
  type HttpRequestStep,
  type HttpResponseType,
  httpAction,
  httpBodyTypes,
  httpMethods,
  httpResponseTypes,
  nameByAction,
  workflowLimits,
} from '@portage/workflow';
import { Pencil } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useEditorStore } from '../../state/editor-context.tsx';
import { ValueField } from '../../values/index.ts';
import { AuthenticationField } from '../connector-choice/authentication-field.tsx';
import { FailureOptions } from '../fields/failure-options.tsx';
import { FieldRow, FormSection } from '../fields/form-section.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import { RetryOptions } from '../fields/retry-options.tsx';
import { SampleField } from '../fields/sample-field.tsx';
import type { FormStep, StepFormProps } from '../fields/step-form.ts';
import { EditUrlDialog } from './edit-url-dialog.tsx';
import { HeadersField } from './headers-field.tsx';
import { QueryParametersField } from './query-parameters-field.tsx';

const methods = httpMethods.map((method) => ({ value: method, label: method }));
const bodyTypeLabels: Record<HttpBodyType, string> = {
  Json: 'JSON',
  Form: 'Form fields (URL encoded)',
  Multipart: 'Form with files (multipart)',
  Text: 'Text',
  Base64: 'Bytes (Base64)',
};
const bodyTypes = [
  { value: '' as const, label: 'By content type' },
  ...httpBodyTypes.map((type) => ({ value: type, label: bodyTypeLabels[type] })),
];
const bodyHints: { readonly [Type in HttpBodyType]?: string } = {
  Form: 'A JSON object of fields, e.g. {"name": "Mara", "tags": ["a", "b"]}.',
  Multipart: 'A JSON object of fields; a file is an object with filename, contentType and base64.',
  Base64: 'The bytes as Base64 text.',
};
const responseTypeLabels: Record<HttpResponseType, string> = {
  Auto: 'By content type',
  Json: 'JSON',
  Text: 'Text',
  Base64: 'Bytes (Base64)',
};
const responseTypes = httpResponseTypes.map((type) => ({ value: type, label: responseTypeLabels[type] }));
const { min, max, default: defaultSeconds } = workflowLimits.httpTimeoutSeconds;

/** URL, method, headers, body and failure handling (spec STEP-68..72). */
export function HttpRequestForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<HttpRequestStep>) {
  const [isEditingUrl, setIsEditingUrl] = useState(false);
  const store = useEditorStore();
  const { clientId } = step;
  const method = (step.httpMethod ?? 'GET').toUpperCase();
  const actionBefore = useRef(httpAction(step));

  const nameStep = useCallback(() => {
    const { steps, isReadOnly: isLocked } = store.getState();
    const written = steps.find((one) => one.clientId === clientId);
    const action = written?.type === 'HttpRequest' ? httpAction(written) : undefined;
    if (isLocked || !written || action === undefined || action === actionBefore.current) return;
    const named = nameByAction(steps, written.stepId, action, actionBefore.current);
    actionBefore.current = action;
    store.change(named.steps, { field: `${clientId}/url` });
  }, [store, clientId]);
  // Closing the panel leaves the field without a blur.
  useEffect(() => nameStep, [nameStep]);

  function change(next: HttpRequestStep): void {
    onChange(next);
    nameStep();
  }

  return (
    <>
      <AuthenticationField
        connectorId={step.connectorId}
        onChange={(connectorId, connectorTypeId) => onChange({ ...step, connectorId, connectorTypeId })}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('connectorId')}
      />
      <FormField name="httpMethod">
        <Select
          label="Method"
          name="httpMethod"
          value={methods.find(({ value }) => value === method)?.value ?? 'GET'}
          onChange={(httpMethod) => change({ ...step, httpMethod })}
          options={methods}
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf('httpMethod')}
        />
      </FormField>
      <FormField name="url" onLeave={nameStep}>
        <ValueField
          label="URL"
          name="url"
          kind="address"
          value={step.url}
          onChange={(url) => onChange({ ...step, url }, 'url')}
          stepId={step.stepId}
          placeholder="https://example.com/orders"
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf('url')}
        />
      </FormField>
      {isReadOnly ? null : (
        <div>
          <Button size="dense" icon={<Pencil aria-hidden />} onPress={() => setIsEditingUrl(true)}>
            Edit URL
          </Button>
        </div>
      )}
      {isEditingUrl ? (
        <EditUrlDialog
          url={step.url}
          stepId={step.stepId}
          onUpdate={(url) => change({ ...step, url })}
          onClose={() => setIsEditingUrl(false)}
        />
      ) : null}
      <QueryParametersField
        step={step}
        onChange={(queryParameters, field) => onChange({ ...step, queryParameters }, field)}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
      <FormField name="headers">
        <HeadersField
          headers={step.headers}
          stepId={step.stepId}
          onChange={(headers) => onChange({ ...step, headers })}
          isReadOnly={isReadOnly}
          errorMessage={headersProblem(step, problemOf)}
        />
      </FormField>
      {takesBody(step, method) ? (
        <FormSection title="Body">
          <FormField name="bodyType">
            <Select
              label="Body type"
              value={step.bodyType ?? ''}
              onChange={(bodyType) => onChange(withOptional(step, 'bodyType', bodyType === '' ? undefined : bodyType))}
              options={bodyTypes}
              isDisabled={isReadOnly}
            />
          </FormField>
          <FormField name="body">
            <ValueField
              label="Body"
              name="body"
              kind={isJsonBody(step) ? 'json' : 'template'}
              value={step.body ?? ''}
              onChange={(body) => onChange({ ...step, body }, 'body')}
              stepId={step.stepId}
              hint={step.bodyType ? bodyHints[step.bodyType] : undefined}
              isArea
              isReadOnly={isReadOnly}
              errorMessage={problemOf('body')}
            />
          </FormField>
        </FormSection>
      ) : null}
      <FormSection title="Response">
        <FieldRow>
          <FormField name="responseType">
            <Select
              label="Read response as"
              value={step.responseType ?? 'Auto'}
              onChange={(responseType) => onChange({ ...step, responseType })}
              options={responseTypes}
              isDisabled={isReadOnly}
            />
          </FormField>
          <NumberTextField
            clientId={step.clientId}
            name="timeoutSeconds"
            label="Time limit in seconds"
            value={step.timeoutSeconds}
            onChange={(seconds) => onChange(withOptional(step, 'timeoutSeconds', seconds ?? undefined), 'timeoutSeconds')}
            hint={`${min} to ${max}; empty: ${defaultSeconds}.`}
            min={min}
            max={max}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('timeoutSeconds')}
          />
        </FieldRow>
        <Checkbox
          value={step.followRedirects ?? true}
          onChange={(followRedirects) => onChange({ ...step, followRedirects })}
          isDisabled={isReadOnly}
        >
          Follow redirects
        </Checkbox>
        <SampleField
          clientId={step.clientId}
          name="responseSampleJson"
          label="Response Sample JSON"
          value={step.responseSampleJson}
          onChange={(responseSampleJson) => onChange({ ...step, responseSampleJson }, 'responseSampleJson')}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('responseSampleJson')}
        />
      </FormSection>
      <FailureOptions step={step} onChange={onChange} hasErrorPath isReadOnly={isReadOnly} />
      <RetryOptions step={step} onChange={onChange} isReadOnly={isReadOnly} problemOf={problemOf} />
    </>
  );
}

/** Each header's problem has its own path; the field shows the first one. */
function headersProblem(step: HttpRequestStep, problemOf: (field: string) => string | undefined): string | undefined {
  for (const field of ['headers', ...Object.keys(step.headers ?? {}).map((name) => `headers.${name}`)]) {
    const problem = problemOf(field);
    if (problem) return problem;
  }
  return undefined;
}

/** Whether to show the body: if the method has one, or if one was already written. */
function takesBody(step: HttpRequestStep, method: string): boolean {
  return !['GET', 'HEAD'].includes(method) || Boolean(step.body?.trim());
}

function isJsonBody(step: HttpRequestStep): boolean {
  if (step.bodyType) return step.bodyType !== 'Text' && step.bodyType !== 'Base64';
  const contentType = Object.entries(step.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return contentType === undefined || /json/i.test(contentType);
}

/** Sets a member, or leaves it out if it has no value: undefined can't be saved. */
function withOptional<Name extends 'bodyType' | 'timeoutSeconds'>(
  step: FormStep<HttpRequestStep>,
  name: Name,
  value: HttpRequestStep[Name] | undefined,
): FormStep<HttpRequestStep> {
  const { [name]: _before, ...rest } = step;
  return (value === undefined ? rest : { ...rest, [name]: value }) as FormStep<HttpRequestStep>;
}
