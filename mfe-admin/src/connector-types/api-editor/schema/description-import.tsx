import { useApi } from '@portage/area-kit';
import type { FieldDescription } from '@portage/connectors/editing';
import { Banner, Button, Inline, Stack, TextArea } from '@portage/ui';
import { useState } from 'react';
import { Muted } from './schema-style.ts';

export interface DescriptionImportProps {
  /** Assigns descriptions to their fields. @returns names of fields that don't exist */
  onImport: (descriptions: FieldDescription[]) => string[];
  isReadOnly: boolean;
}

/** Turns documentation into field descriptions (spec CTYPE-19, CTYPE-20). */
export function DescriptionImport({ onImport, isReadOnly }: DescriptionImportProps) {
  const api = useApi();
  const [text, setText] = useState('');
  const [result, setResult] = useState<{ used: number; unknown: string[] } | null>(null);
  async function convert(): Promise<void> {
    const descriptions = await api('POST /api/conversion/text-to-descriptions', { body: { text } });
    const unknown = descriptions.length > 0 ? onImport(descriptions) : [];
    setResult({ used: descriptions.length - unknown.length, unknown });
  }
  return (
    <Stack $gap={3}>
      <Muted>
        Paste a table or a list of fields with their meaning: “name – the customer’s name”, one per line, or copied from a web page.
      </Muted>
      <TextArea label="Text" minRows={8} value={text} isReadOnly={isReadOnly} onChange={setText} />
      <Inline>
        <Button variant="primary" isDisabled={isReadOnly || text.trim() === ''} onPress={convert}>
          Import descriptions
        </Button>
      </Inline>
      {result ? (
        <Banner tone={result.used > 0 ? 'success' : 'warning'}>
          {result.used === 0
            ? 'No matching fields found in that text.'
            : result.used === 1
              ? '1 field is described.'
              : `${result.used} fields are described.`}
          {result.unknown.length > 0 ? ` Unknown fields: ${result.unknown.slice(0, 20).join(', ')}.` : ''}
        </Banner>
      ) : null}
    </Stack>
  );
}
