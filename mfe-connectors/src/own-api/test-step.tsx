import { Banner, Button, Card, Inline, Stack } from '@portage/ui';

export interface Tested {
  connectorId: string;
  isSuccess: boolean;
  message: string;
}

interface TestStepProps {
  tested: Tested;
  madeLabel: string;
  onMade: (connectorId: string) => void;
  onTest: () => Promise<void>;
  onBack: () => void;
}

/** Step 3: what the first call found. A connector that doesn't work yet can be kept: the system may be down. */
export function TestStep({ tested: { connectorId, isSuccess, message }, madeLabel, onMade, onTest, onBack }: TestStepProps) {
  const [toUse, toChange] = isSuccess ? (['primary', 'secondary'] as const) : (['secondary', 'primary'] as const);
  return (
    <Card title="Test">
      <Stack>
        <Banner tone={isSuccess ? 'success' : 'danger'}>{message}</Banner>
        <Inline>
          <Button variant={toUse} autoFocus={isSuccess} onPress={() => onMade(connectorId)}>
            {isSuccess ? madeLabel : 'Keep it anyway'}
          </Button>
          <Button variant={toChange} autoFocus={!isSuccess} onPress={onBack}>
            Change sign-in
          </Button>
          <Button onPress={onTest}>Test again</Button>
        </Inline>
      </Stack>
    </Card>
  );
}
