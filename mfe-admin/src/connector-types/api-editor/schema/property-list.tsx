import type { SchemaProperty } from '@portage/connectors/editing';
import { Button, Checkbox, IconButton, Inline, Stack, size, TextField } from '@portage/ui';
import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SchemaFields, useSchemaContext } from './schema-fields.tsx';
import { Body, Head, Item, Items, Kind, Muted, Name, Opener, Summary } from './schema-style.ts';
import { typeWords } from './type-words.ts';

export interface PropertyListProps {
  properties: readonly SchemaProperty[];
  onChange: (properties: SchemaProperty[]) => void;
}

export function PropertyList({ properties, onChange }: PropertyListProps) {
  const { isReadOnly } = useSchemaContext();
  const [newest, setNewest] = useState(-1);
  const change = (at: number, changes: Partial<SchemaProperty>) =>
    onChange(properties.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  const rename = (at: number, name: string) => {
    // A name that already exists would replace the other property.
    if (!properties.some((one, index) => index !== at && one.name === name)) change(at, { name });
  };
  return (
    <Stack $gap={2}>
      {properties.length === 0 ? <Muted>No properties yet.</Muted> : null}
      <Items>
        {properties.map((property, at) => (
          <SchemaItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
            key={at}
            name={property.name}
            isRequired={property.isRequired}
            kind={typeWords(property.schema)}
            summary={typeof property.schema.description === 'string' ? property.schema.description : ''}
            isOpenAtFirst={at === newest}
            onRemove={isReadOnly ? undefined : () => onChange(properties.filter((_, index) => index !== at))}
          >
            <SchemaFields
              schema={property.schema}
              onChange={(schema) => change(at, { schema })}
              before={<TextField label="Name" isCode isReadOnly={isReadOnly} value={property.name} onChange={(name) => rename(at, name)} />}
              required={
                <Checkbox value={property.isRequired} isDisabled={isReadOnly} onChange={(isRequired) => change(at, { isRequired })}>
                  IsRequired
                </Checkbox>
              }
            />
          </SchemaItem>
        ))}
      </Items>
      {isReadOnly ? null : (
        <Inline>
          <Button
            size="dense"
            icon={<Plus aria-hidden />}
            onPress={() => {
              setNewest(properties.length);
              onChange([...properties, { name: freeName(properties), schema: { type: 'string' }, isRequired: false }]);
            }}
          >
            Add property
          </Button>
        </Inline>
      )}
    </Stack>
  );
}

function freeName(properties: readonly SchemaProperty[]): string {
  const taken = new Set(properties.map(({ name }) => name));
  let at = properties.length + 1;
  while (taken.has(`property${at}`)) at += 1;
  return `property${at}`;
}

export interface SchemaItemProps {
  name: string;
  isRequired: boolean;
  kind: string;
  summary: string;
  isOpenAtFirst?: boolean;
  errorMessage?: string | undefined;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

export function SchemaItem({ name, isRequired, kind, summary, isOpenAtFirst = false, errorMessage, onRemove, children }: SchemaItemProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <Item>
      <Head>
        <Opener type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ChevronRight size={size.iconSmall} aria-hidden />
          <Name>
            {name || '(no name)'}
            {isRequired ? <b aria-hidden> *</b> : null}
          </Name>
          <Kind>{kind}</Kind>
          <Summary>{summary}</Summary>
        </Opener>
        {onRemove ? <IconButton label={`Remove ${name}`} size="dense" icon={<Trash2 aria-hidden />} onPress={onRemove} /> : null}
      </Head>
      {errorMessage ? (
        <Body as="p" role="alert" style={{ color: 'var(--portage-danger)' }}>
          {errorMessage}
        </Body>
      ) : null}
      {isOpen ? <Body>{children}</Body> : null}
    </Item>
  );
}
