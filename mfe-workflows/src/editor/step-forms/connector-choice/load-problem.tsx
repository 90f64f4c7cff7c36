import { getErrorMessage } from '@portage/contracts';
import { Banner, Button } from '@portage/ui';
import type { UseQueryResult } from '@tanstack/react-query';

export type LoadQuery = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;

/** A failed load with a button to retry; entered values stay (spec STEP-111). */
export function LoadProblem({ of }: { of: readonly LoadQuery[] }) {
  const failed = of.filter(({ error }) => error !== null);
  const messages = [...new Set(failed.map(({ error }) => getErrorMessage(error)))];
  if (messages.length === 0) return null;
  return (
    <Banner
      tone="danger"
      action={
        <Button size="dense" onPress={() => Promise.all(failed.map((query) => query.refetch())).then(() => undefined)}>
          Retry
        </Button>
      }
    >
      {messages.join(' ')}
    </Banner>
  );
}
