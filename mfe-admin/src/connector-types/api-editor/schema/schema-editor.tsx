import { type FieldDescription, type RawSchema, withDescriptions } from '@portage/connectors/editing';
import { isSameJson } from '@portage/primitives/json';
import { Button, Inline, Stack, Tabs } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { DescriptionImport } from './description-import.tsx';
import { JsonImport } from './json-import.tsx';
import { mergeSchema } from './merge-schema.ts';
import { SchemaFields, useSchemaContext } from './schema-fields.tsx';
import { Muted } from './schema-style.ts';

export interface SchemaTabsProps {
  label: string;
  children: ReactNode;
  onImportJson: (schema: RawSchema, mode: 'replace' | 'add') => void;
  onImportDescriptions: (descriptions: FieldDescription[]) => string[];
}

/** The three ways to write a schema (spec CTYPE-19). */
export function SchemaTabs({ label, children, onImportJson, onImportDescriptions }: SchemaTabsProps) {
  const { isReadOnly } = useSchemaContext();
  const [tab, setTab] = useState('schema');
  return (
    <Tabs
      label={label}
      selected={tab}
      onSelect={setTab}
      items={[
        { id: 'schema', label: 'Schema', content: children },
        {
          id: 'json',
          label: 'JsonImport',
          content: <JsonImport onImport={onImportJson} isReadOnly={isReadOnly} onDone={() => setTab('schema')} />,
        },
        {
          id: 'descriptions',
          label: 'DescriptionImport',
          content: <DescriptionImport onImport={onImportDescriptions} isReadOnly={isReadOnly} />,
        },
      ]}
    />
  );
}

export interface SchemaEditorProps {
  label: string;
  schema: RawSchema | null;
  onChange: (schema: RawSchema | null) => void;
  emptyText: string;
}

export function SchemaEditor({ label, schema, onChange, emptyText }: SchemaEditorProps) {
  const { isReadOnly } = useSchemaContext();
  return (
    <SchemaTabs
      label={label}
      onImportJson={(imported, mode) => onChange(mode === 'add' && schema ? mergeSchema(schema, imported) : imported)}
      onImportDescriptions={(descriptions) => {
        const { schema: described, unknown } = withDescriptions(schema ?? {}, descriptions);
        if (!isSameJson(described, schema)) onChange(described);
        return unknown;
      }}
    >
      {schema && Object.keys(schema).length > 0 ? (
        <Stack $gap={3}>
          <SchemaFields schema={schema} onChange={onChange} />
          {isReadOnly ? null : (
            <Inline>
              <Button size="dense" onPress={() => onChange(null)}>
                Remove this schema
              </Button>
            </Inline>
          )}
        </Stack>
      ) : (
        <Stack $gap={2}>
          <Muted>{emptyText}</Muted>
          {isReadOnly ? null : (
            <Inline>
              <Button size="dense" onPress={() => onChange({ type: 'object', properties: {} })}>
                Describe it
              </Button>
            </Inline>
          )}
        </Stack>
      )}
    </SchemaTabs>
  );
}
