import { editedMethods, type OperationDraft, type OperationSource } from '@portage/connectors/editing';
import { Banner, Card, Checkbox, Select, Stack, size, TextArea, TextField } from '@portage/ui';
import styled from 'styled-components';
import { SchemaEditor } from '../schema/schema-editor.tsx';
import { useSchemaContext } from '../schema/schema-fields.tsx';
import { Line, Muted } from '../schema/schema-style.ts';
import { PagingFields } from './paging-fields.tsx';
import { ParameterList } from './parameter-list.tsx';

/** Gives the address more width than the method. */
const MethodLine = styled(Line)`
  > div:last-child {
    flex: 4 1 ${size.label};
  }
`;
const METHODS = editedMethods.map((value) => ({ value: value as string, label: value as string }));
const CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

export interface OperationFormProps {
  draft: OperationDraft;
  source: OperationSource;
  onChange: (draft: OperationDraft) => void;
  problems: Readonly<Record<string, string>>;
}

/** The fields of an operation (spec CTYPE-18). */
export function OperationForm({ draft, source, onChange, problems }: OperationFormProps) {
  const { isReadOnly } = useSchemaContext();
  const set =
    <Field extends keyof OperationDraft>(field: Field) =>
    (value: OperationDraft[Field]) =>
      onChange({ ...draft, [field]: value });
  const line = (field: 'id' | 'name' | 'resource' | 'url', label: string, isCode = false) => (
    <TextField
      label={label}
      isRequired
      isCode={isCode}
      isReadOnly={isReadOnly}
      value={draft[field]}
      onChange={set(field)}
      errorMessage={problems[field]}
    />
  );
  const methods = METHODS.some(({ value }) => value === draft.method)
    ? METHODS
    : [...METHODS, { value: draft.method, label: draft.method }];
  const types = CONTENT_TYPES.includes(draft.contentType) ? CONTENT_TYPES : [draft.contentType, ...CONTENT_TYPES];
  const hasBody = draft.parameters.some(({ kind }) => kind === 'Body' || kind === 'BodyProperty');
  return (
    <Stack>
      <Card title="Operation">
        <Stack $gap={3}>
          <Line>
            {line('name', 'Name')}
            {line('id', 'Id', true)}
            {line('resource', 'Resource')}
          </Line>
          <MethodLine>
            <Select
              label="Method"
              isRequired
              options={methods}
              value={draft.method}
              isDisabled={isReadOnly}
              onChange={set('method')}
              errorMessage={problems.method}
            />
            {line('url', 'Url', true)}
          </MethodLine>
          <TextArea label="Description" isReadOnly={isReadOnly} value={draft.description} onChange={set('description')} />
          <Checkbox value={draft.isHidden} isDisabled={isReadOnly} onChange={set('isHidden')}>
            Hidden: not offered where operations are chosen
          </Checkbox>
          <Checkbox
            value={draft.graphQlQuery !== null}
            isDisabled={isReadOnly}
            onChange={(isGraphQl) => onChange({ ...draft, graphQlQuery: isGraphQl ? '' : null, ...(isGraphQl ? { method: 'POST' } : {}) })}
          >
            GraphQL operation: its body’s properties are the variables of a query
          </Checkbox>
          {draft.graphQlQuery === null ? null : (
            <>
              <TextArea label="GraphQL Query" isCode isReadOnly={isReadOnly} value={draft.graphQlQuery} onChange={set('graphQlQuery')} />
              <Line>
                <TextField
                  label="Operation name"
                  isCode
                  isReadOnly={isReadOnly}
                  value={draft.graphQlOperationName}
                  onChange={set('graphQlOperationName')}
                />
              </Line>
            </>
          )}
          <PagingFields value={draft.paging} onChange={set('paging')} />
        </Stack>
      </Card>
      <Card title="Parameters">
        <Stack $gap={3}>
          {hasBody && !source.isSwagger2 ? (
            <Line>
              <Select
                label="The body is sent as"
                options={types.map((value) => ({ value, label: value }))}
                value={draft.contentType}
                isDisabled={isReadOnly}
                onChange={set('contentType')}
              />
            </Line>
          ) : null}
          <ParameterList parameters={draft.parameters} onChange={set('parameters')} problems={problems} />
        </Stack>
      </Card>
      <Card title={`Response (${draft.response.status})`}>
        {draft.response.reference ? (
          <Stack $gap={2}>
            <Banner>Other operations share this response ({draft.response.reference}). A change here makes a copy of it.</Banner>
            <ResponseSchema draft={draft} onChange={onChange} />
          </Stack>
        ) : (
          <ResponseSchema draft={draft} onChange={onChange} />
        )}
      </Card>
      {Object.keys(source.operation).length > 0 ? (
        <Muted>Everything else in the document about this operation stays as it is.</Muted>
      ) : null}
    </Stack>
  );
}

function ResponseSchema({ draft, onChange }: Pick<OperationFormProps, 'draft' | 'onChange'>) {
  return (
    <SchemaEditor
      label="Response"
      schema={draft.response.schema}
      onChange={(schema) => onChange({ ...draft, response: { ...draft.response, schema } })}
      emptyText="The document doesn’t describe the response. Describe it, and later steps can pick its fields."
    />
  );
}
