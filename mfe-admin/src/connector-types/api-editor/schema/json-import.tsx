import { useApi } from '@portage/area-kit';
import type { RawSchema } from '@portage/connectors/editing';
import { Button, Inline, Stack, TextArea } from '@portage/ui';
import { useState } from 'react';
import { Muted } from './schema-style.ts';

export interface JsonImportProps {
  onImport: (schema: RawSchema, mode: 'replace' | 'add') => void;
  isReadOnly: boolean;
  onDone: () => void;
}

/** Turns a JSON sample into the schema (spec CTYPE-19, CTYPE-20). */
export function JsonImport({ onImport, isReadOnly, onDone }: JsonImportProps) {
  const api = useApi();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  async function convert(mode: 'replace' | 'add'): Promise<void> {
    try {
      JSON.parse(text);
    } catch (error) {
      setProblem(`This is not JSON: ${(error as Error).message}`);
      return;
    }
    const { schema } = await api('POST /api/conversion/json-to-schema', { body: { json: text } });
    onImport(schema, mode);
    onDone();
  }
  return (
    <Stack $gap={3}>
      <Muted>
        Paste an example from the system’s documentation. Types are inferred from its values; existing fields keep their options.
      </Muted>
      <TextArea
        label="JSON"
        isCode
        minRows={8}
        value={text}
        errorMessage={problem}
        isReadOnly={isReadOnly}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
      />
      <Inline>
        <Button variant="primary" isDisabled={isReadOnly || text.trim() === ''} onPress={() => convert('add')}>
          Add what is new
        </Button>
        <Button isDisabled={isReadOnly || text.trim() === ''} onPress={() => convert('replace')}>
          Replace all
        </Button>
      </Inline>
    </Stack>
  );
}
