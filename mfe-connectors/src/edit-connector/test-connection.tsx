import { Banner, Button, Inline, Stack, useApi } from '@portage/ui';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';

interface TestConnectionProps {
  connectorId: string;
  /** Something is not saved yet. */
  isDirty: boolean;
  /** A test can show that a connection is broken, or bring it back. */
  onTested: () => Promise<unknown>;
}

/** Makes one harmless call and says what was found and what to do. */
export function TestConnection({ connectorId, isDirty, onTested }: TestConnectionProps) {
  const api = useApi();
  const [result, setResult] = useState<{ isSuccess: boolean; message: string } | null>(null);

  async function test(): Promise<void> {
    setResult(null);
    setResult(await api('POST /api/connectors/{id}/test', { params: { id: connectorId } }));
    await onTested();
  }

  return (
    <Stack $gap={2}>
      <Inline>
        <Button icon={<PlugZap aria-hidden />} onPress={test} isDisabled={isDirty}>
          Test connection
        </Button>
        {isDirty ? <span>Save first: the test uses what is saved.</span> : null}
      </Inline>
      {result && !isDirty ? <Banner tone={result.isSuccess ? 'success' : 'danger'}>{result.message}</Banner> : null}
    </Stack>
  );
}
