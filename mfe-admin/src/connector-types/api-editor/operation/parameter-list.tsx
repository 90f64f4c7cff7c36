import {
  type EditedParameter,
  type FieldDescription,
  getShownType,
  listProperties,
  type ParameterKind,
  parameterKinds,
  type RawSchema,
  withDescriptions,
  withMember,
} from '@portage/connectors/editing';
import { Badge, Button, Checkbox, Inline, Select, Stack, TextArea, TextField } from '@portage/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { mergeSchema } from '../schema/merge-schema.ts';
import { SchemaItem } from '../schema/property-list.tsx';
import { SchemaTabs } from '../schema/schema-editor.tsx';
import { SchemaFields, useSchemaContext } from '../schema/schema-fields.tsx';
import { Items, Muted } from '../schema/schema-style.ts';
import { typeWords } from '../schema/type-words.ts';

const KINDS = parameterKinds.map((value) => ({ value, label: value }));

export interface ParameterListProps {
  parameters: readonly EditedParameter[];
  onChange: (parameters: EditedParameter[]) => void;
  problems: Readonly<Record<string, string>>;
}

let made = 0;

function newParameter(changes: Partial<EditedParameter>): EditedParameter {
  made += 1;
  return { key: `new${made}`, kind: 'Query', name: '', isRequired: false, description: '', schema: { type: 'string' }, ...changes };
}

/** All parameters of an operation by kind (spec CTYPE-24), with both imports (CTYPE-19). */
export function ParameterList({ parameters, onChange, problems }: ParameterListProps) {
  return (
    <SchemaTabs
      label="Parameters"
      onImportJson={(schema, mode) => onChange(withImported(parameters, schema, mode))}
      onImportDescriptions={(descriptions) => {
        const { described, unknown } = withDescribed(parameters, descriptions);
        onChange(described);
        return unknown;
      }}
    >
      <Rows parameters={parameters} onChange={onChange} problems={problems} />
    </SchemaTabs>
  );
}

function Rows({ parameters, onChange, problems }: ParameterListProps) {
  const { isReadOnly } = useSchemaContext();
  const [newest, setNewest] = useState<string | null>(null);
  const change = (key: string, changes: Partial<EditedParameter>) =>
    onChange(parameters.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  return (
    <Stack $gap={3}>
      {parameters.length === 0 ? <Muted>No parameters yet. Add them one by one, or import an example of the body.</Muted> : null}
      {parameterKinds.map((kind) => {
        const own = parameters.filter((one) => one.kind === kind);
        return own.length === 0 ? null : (
          <Items key={kind} aria-label={`${kind} parameters`}>
            {own.map((one) => (
              <SchemaItem
                key={one.key}
                name={one.name}
                isRequired={one.isRequired}
                kind={`${one.kind} · ${typeWords(one.schema)}`}
                summary={one.description}
                errorMessage={problems[one.key]}
                isOpenAtFirst={one.key === newest}
                onRemove={isReadOnly || one.isInherited ? undefined : () => onChange(parameters.filter(({ key }) => key !== one.key))}
              >
                <ParameterFields parameter={one} onChange={(changes) => change(one.key, changes)} />
              </SchemaItem>
            ))}
          </Items>
        );
      })}
      {isReadOnly ? null : (
        <Inline>
          <Button
            size="dense"
            icon={<Plus aria-hidden />}
            onPress={() => {
              const added = newParameter({ kind: parameters.at(-1)?.kind === 'BodyProperty' ? 'BodyProperty' : 'Query' });
              setNewest(added.key);
              onChange([...parameters, added]);
            }}
          >
            Add parameter
          </Button>
        </Inline>
      )}
    </Stack>
  );
}

function ParameterFields({ parameter, onChange }: { parameter: EditedParameter; onChange: (changes: Partial<EditedParameter>) => void }) {
  const { isReadOnly } = useSchemaContext();
  const { kind, name, isRequired, description, schema, reference, isInherited } = parameter;
  return (
    <Stack $gap={3}>
      {reference ? <Muted>Other operations use this parameter, too ({reference}). A change here makes a copy of it.</Muted> : null}
      {isInherited ? (
        <Inline>
          <Badge tone="neutral">From the path</Badge>
          <Muted>All operations on this path share it. A change here affects only this operation.</Muted>
        </Inline>
      ) : null}
      <SchemaFields
        schema={schema}
        hasOwnDescription
        onChange={(next) => onChange({ schema: next })}
        before={
          <>
            <TextField label="Name" isCode isRequired isReadOnly={isReadOnly} value={name} onChange={(next) => onChange({ name: next })} />
            <Select
              label="Kind"
              options={KINDS}
              value={kind}
              isDisabled={isReadOnly}
              onChange={(next: ParameterKind) => onChange({ kind: next, ...(next === 'Path' ? { isRequired: true } : {}) })}
            />
          </>
        }
        required={
          <Checkbox value={isRequired} isDisabled={isReadOnly || kind === 'Path'} onChange={(next) => onChange({ isRequired: next })}>
            IsRequired
          </Checkbox>
        }
      />
      <TextArea
        label="Description"
        minRows={1}
        isReadOnly={isReadOnly}
        value={description}
        onChange={(next) => onChange({ description: next })}
      />
    </Stack>
  );
}

/** The body of a sample: its properties, or one parameter if it isn't an object. */
function withImported(parameters: readonly EditedParameter[], schema: RawSchema, mode: 'replace' | 'add'): EditedParameter[] {
  const others = parameters.filter(({ kind }) => kind !== 'Body' && kind !== 'BodyProperty');
  const body = parameters.filter(({ kind }) => kind === 'Body' || kind === 'BodyProperty');
  if (getShownType(schema) !== 'Object') return [...others, newParameter({ kind: 'Body', name: 'body', schema })];
  const known = mode === 'add' ? body.filter(({ kind }) => kind === 'BodyProperty') : [];
  const properties = listProperties(schema);
  const merged = known.map((one) => {
    const given = properties.find(({ name }) => name === one.name);
    return given ? { ...one, schema: mergeSchema(one.schema, given.schema) } : one;
  });
  const added = properties
    .filter(({ name }) => !known.some((one) => one.name === name))
    .map(({ name, schema: own }) => newParameter({ kind: 'BodyProperty', name, schema: own }));
  return [...others, ...merged, ...added];
}

function withDescribed(parameters: readonly EditedParameter[], descriptions: FieldDescription[]) {
  const unknown = descriptions.map(({ field }) => field);
  const described = parameters.map((one) => {
    const holder = { type: 'object', properties: { [one.name]: withMember(one.schema, 'description', one.description) } };
    const result = withDescriptions(holder, descriptions);
    for (const { field } of descriptions) {
      if (!result.unknown.includes(field) && unknown.includes(field)) unknown.splice(unknown.indexOf(field), 1);
    }
    const [property] = listProperties(result.schema);
    const { description = '', ...schema } = property?.schema ?? {};
    return { ...one, schema, description: typeof description === 'string' ? description : '' };
  });
  return { described, unknown };
}
