import { useApi } from '@portage/area-kit';
import {
  type DataType,
  getItemSchema,
  getReference,
  getShownType,
  hasOption,
  isSimple,
  listChoices,
  listEnumEntries,
  listProperties,
  type RawSchema,
  type SchemaOption,
  schemaOptions,
  textOfValue,
  typedValue,
  withChoices,
  withDataType,
  withEnum,
  withMember,
  withOption,
  withProperties,
} from '@portage/connectors/editing';
import { Button, Checkbox, Inline, Select, Stack, TextArea, TextField } from '@portage/ui';
import { Plus } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { RowList } from '../../form/row-list.tsx';
import { PropertyList } from './property-list.tsx';
import { Line, Muted, Nested, Options } from './schema-style.ts';
import { typeOptions } from './type-words.ts';

export interface SchemaContext {
  typeId: string;
  isReadOnly: boolean;
}

const Context = createContext<SchemaContext>({ typeId: '', isReadOnly: true });
export const SchemaContextProvider = Context.Provider;
export const useSchemaContext = () => useContext(Context);

const optionWords: Readonly<Record<SchemaOption, string>> = {
  Textarea: 'Textarea',
  IsHidden: 'IsHidden',
  Advanced: 'Advanced',
  AlwaysLog: 'AlwaysLog',
};

export interface SchemaFieldsProps {
  schema: RawSchema;
  onChange: (schema: RawSchema) => void;
  /** Default "Type". */
  typeLabel?: string;
  /** The "required" switch, which belongs to the field's parent. */
  required?: ReactNode;
  /** Fields next to the type, such as name and kind. */
  before?: ReactNode;
  /** True if the parameter has its own description field. */
  hasOwnDescription?: boolean;
}

/** All settings of one schema (spec CTYPE-25, CTYPE-26). */
export function SchemaFields({
  schema,
  onChange,
  typeLabel = 'Data type',
  required,
  before,
  hasOwnDescription = false,
}: SchemaFieldsProps) {
  const { isReadOnly } = useSchemaContext();
  const type = getShownType(schema);
  const text = (name: string) => (typeof schema[name] === 'string' ? (schema[name] as string) : '');
  const set = (name: string) => (value: string) => onChange(withMember(schema, name, value));
  return (
    <Stack $gap={3}>
      <Line>
        {before}
        <Select
          label={typeLabel}
          options={typeOptions(schema)}
          value={type as string}
          isDisabled={isReadOnly}
          onChange={(next) => onChange(withDataType(schema, next as DataType))}
        />
        <TextField label="Label" value={text('x-label')} isReadOnly={isReadOnly} onChange={set('x-label')} />
      </Line>
      {hasOwnDescription ? null : (
        <TextArea label="Description" minRows={1} value={text('description')} isReadOnly={isReadOnly} onChange={set('description')} />
      )}
      <Options>
        {required}
        {(Object.keys(schemaOptions) as SchemaOption[]).map((option) => (
          <Checkbox
            key={option}
            value={hasOption(schema, option)}
            isDisabled={isReadOnly}
            onChange={(isSet) => onChange(withOption(schema, option, isSet))}
          >
            {optionWords[option]}
          </Checkbox>
        ))}
      </Options>
      <TypeFields schema={schema} onChange={onChange} />
    </Stack>
  );
}

function TypeFields({ schema, onChange }: SchemaFieldsProps) {
  const type = getShownType(schema);
  if (type === 'Reference') return <ReferenceFields schema={schema} onChange={onChange} />;
  if (type === 'Object') {
    return (
      <Nested>
        <PropertyList properties={listProperties(schema)} onChange={(properties) => onChange(withProperties(schema, properties))} />
      </Nested>
    );
  }
  if (type === 'Array') {
    return (
      <Nested>
        <Muted>Each item</Muted>
        <SchemaFields schema={getItemSchema(schema)} typeLabel="Item type" onChange={(items) => onChange({ ...schema, items })} />
      </Nested>
    );
  }
  if (type === 'OneOfObject') return <ChoiceFields schema={schema} onChange={onChange} />;
  return isSimple(type) ? <SimpleFields schema={schema} onChange={onChange} /> : null;
}

/** A schema that is defined elsewhere: shown by name, and copied here if it is to differ. */
function ReferenceFields({ schema, onChange }: SchemaFieldsProps) {
  const api = useApi();
  const { typeId, isReadOnly } = useSchemaContext();
  const reference = getReference(schema) ?? '';
  async function copyIn(): Promise<void> {
    const { value } = await api('GET /api/connector-types/{id}/edit-reference', { params: { id: typeId }, query: { reference } });
    const { $ref: _, ...beside } = schema;
    onChange({ ...(value as RawSchema), ...beside });
  }
  return (
    <Inline>
      <Muted>
        It’s defined at <code>{reference}</code> and used elsewhere, too.
      </Muted>
      <Button size="dense" isDisabled={isReadOnly || !reference.startsWith('#/')} onPress={copyIn}>
        Make a copy to change here
      </Button>
    </Inline>
  );
}

function ChoiceFields({ schema, onChange }: SchemaFieldsProps) {
  const { isReadOnly } = useSchemaContext();
  const choices = listChoices(schema);
  const discriminator = (schema.discriminator ?? {}) as { propertyName?: string };
  const setChoice = (at: number, next: RawSchema) =>
    onChange(
      withChoices(
        schema,
        choices.map((one, index) => (index === at ? next : one)),
      ),
    );
  return (
    <Nested>
      <TextField
        label="Discriminator"
        isCode
        hint="The property whose value distinguishes the objects."
        isReadOnly={isReadOnly}
        value={discriminator.propertyName ?? ''}
        onChange={(propertyName) =>
          onChange(withMember(schema, 'discriminator', propertyName ? { ...discriminator, propertyName } : undefined))
        }
      />
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have nothing else to tell them apart.
        <Nested key={at}>
          <SchemaFields
            schema={choice}
            typeLabel={`Type of choice ${at + 1}`}
            onChange={(next) => setChoice(at, next)}
            before={
              <TextField
                label={`Title of choice ${at + 1}`}
                isReadOnly={isReadOnly}
                value={typeof choice.title === 'string' ? choice.title : ''}
                onChange={(title) => setChoice(at, withMember(choice, 'title', title))}
              />
            }
          />
          {isReadOnly || choices.length < 2 ? null : (
            <Inline>
              <Button
                size="dense"
                onPress={() =>
                  onChange(
                    withChoices(
                      schema,
                      choices.filter((_, index) => index !== at),
                    ),
                  )
                }
              >
                Remove choice {at + 1}
              </Button>
            </Inline>
          )}
        </Nested>
      ))}
      {isReadOnly ? null : (
        <Inline>
          <Button
            size="dense"
            icon={<Plus aria-hidden />}
            onPress={() =>
              onChange(withChoices(schema, [...choices, { title: `Option ${choices.length + 1}`, type: 'object', properties: {} }]))
            }
          >
            Add choice
          </Button>
        </Inline>
      )}
    </Nested>
  );
}

function SimpleFields({ schema, onChange }: SchemaFieldsProps) {
  const { isReadOnly } = useSchemaContext();
  const type = getShownType(schema);
  const [isMore, setIsMore] = useState(() => ['enum', 'default', 'x-lookup', 'x-autocomplete'].some((name) => Object.hasOwn(schema, name)));
  if (!isMore) {
    return isReadOnly ? null : (
      <Inline>
        <Button size="dense" variant="ghost" onPress={() => setIsMore(true)}>
          Default, choices, lookup…
        </Button>
      </Inline>
    );
  }
  return (
    <Stack $gap={3}>
      <TextField
        label="Default"
        isReadOnly={isReadOnly}
        value={textOfValue(schema.default)}
        onChange={(text) => onChange(withMember(schema, 'default', text === '' ? undefined : typedValue(type, text)))}
      />
      <RowList
        label="Choices"
        hint="Fixed values (enum), with the names people see."
        most={200}
        items={listEnumEntries(schema)}
        newItem={() => ({ value: type === 'String' || type === 'Date' ? '' : '0', label: '' })}
        addLabel="Add choice"
        onChange={(entries) => onChange(withEnum(schema, entries))}
        row={(entry, change, at) => (
          <>
            <TextField
              label={`Value ${at + 1}`}
              isCode
              isReadOnly={isReadOnly}
              value={entry.value}
              onChange={(value) => change({ value })}
            />
            <TextField label={`Label ${at + 1}`} isReadOnly={isReadOnly} value={entry.label} onChange={(label) => change({ label })} />
          </>
        )}
      />
      <JsonMember
        label="Lookup (x-lookup)"
        hint="Where choices come from: operation, parameters, itemsPath, idPath, namePath, dependencies."
        value={schema['x-lookup']}
        onChange={(value) => onChange(withMember(schema, 'x-lookup', value))}
      />
      <JsonMember
        label="Autocomplete (x-autocomplete)"
        hint="The same with searchField and searchParameter."
        value={schema['x-autocomplete']}
        onChange={(value) => onChange(withMember(schema, 'x-autocomplete', value))}
      />
    </Stack>
  );
}

interface JsonMemberProps {
  label: string;
  hint?: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A member that is written as JSON; invalid JSON stays in the field with a message. */
function JsonMember({ label, hint, value, onChange }: JsonMemberProps) {
  const { isReadOnly } = useSchemaContext();
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [problem, setProblem] = useState<string>();
  return (
    <TextArea
      label={label}
      hint={hint}
      isCode
      isReadOnly={isReadOnly}
      value={text}
      errorMessage={problem}
      onChange={(next) => {
        setText(next);
        try {
          const parsed: unknown = next.trim() === '' ? undefined : JSON.parse(next);
          setProblem(undefined);
          onChange(parsed);
        } catch (error) {
          setProblem(`This is not JSON: ${(error as Error).message}`);
        }
      }}
    />
  );
}
