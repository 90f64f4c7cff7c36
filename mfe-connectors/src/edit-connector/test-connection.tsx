import { useHost } from '@portage/area-kit';
import { Banner, Button, Inline, Stack } from '@portage/ui';
import { PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

interface TestConnectionProps {
  connectorId: string;
  isDirty: boolean;
  /** Increases with every save; each save is tested at once. */
  saves: number;
  /** A test may change the connector's state. @param isSavedAndWorks a save was tested, and the system accepted it */
  onTested: (isSavedAndWorks: boolean) => Promise<unknown>;
}

/** Makes one harmless call and says what it found and what to do. */
export function TestConnection({ connectorId, isDirty, saves, onTested }: TestConnectionProps) {
  const { api, notify } = useHost();
  const [result, setResult] = useState<{ isSuccess: boolean; message: string } | null>(null);
  const [isTesting, setIsTesting] = useState(false);

  async function test(isAfterSave = false): Promise<void> {
    setResult(null);
    setIsTesting(true);
    try {
      const tested = await api('POST /api/connectors/{id}/test', { params: { id: connectorId } });
      setResult(tested);
      await onTested(isAfterSave && tested.isSuccess);
    } catch (error) {
      notify.error(error);
    } finally {
      setIsTesting(false);
    }
  }
  const tested = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each save.
  useEffect(() => {
    if (saves === tested.current) return;
    tested.current = saves;
    void test(true);
  }, [saves]);

  return (
    <Stack $gap={2}>
      <Inline>
        <Button icon={<PlugZap aria-hidden />} onPress={() => test()} isDisabled={isDirty} isPending={isTesting}>
          Test connection
        </Button>
        {isDirty ? <span>Save first: the test uses what is saved.</span> : null}
      </Inline>
      {result && !isDirty ? <Banner tone={result.isSuccess ? 'success' : 'danger'}>{result.message}</Banner> : null}
    </Stack>
  );
}
