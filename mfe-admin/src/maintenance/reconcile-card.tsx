import { useHost } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Banner, Button, Card, Stack, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Reconciled, reconciledText } from './reconciled-text.ts';

type Part = CallResponse<Calls, 'POST /api/maintenance/reconcile'>;

/** Makes schedules and listeners match the database now instead of within the hour. */
export function ReconcileCard() {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const [confirm, question] = useConfirm();
  const [result, setResult] = useState<Reconciled | null>(null);

  async function reconcile(): Promise<void> {
    setResult(null);
    const sum: Reconciled = { checked: 0, corrected: 0, failed: [] };
    let after: string | null = null;
    do {
      const part: Part = await api('POST /api/maintenance/reconcile', { body: after === null ? {} : { after } });
      sum.checked += part.checked;
      sum.corrected += part.corrected;
      sum.failed = [...sum.failed, ...part.failed];
      after = part.next;
    } while (after !== null);
    setResult(sum);
    await queryClient.invalidateQueries({ queryKey: ['maintenance', 'health'] });
  }

  return (
    <Card
      title="Schedules and listeners"
      actions={
        <Button
          icon={<RefreshCw aria-hidden />}
          onPress={() =>
            confirm({
              message:
                'Every schedule and listener is compared with the database. Those that should be active start again; the others stop. Runs continue.',
              confirmLabel: 'Reconcile',
              isDanger: false,
              onConfirm: reconcile,
            })
          }
        >
          Reconcile
        </Button>
      }
    >
      <Stack>
        <p>
          Compares schedules and listeners with the database and corrects differences. Do this after restoring the database from a backup;
          otherwise, differences clear within an hour.
        </p>
        {result ? (
          <div role="status">
            <Banner tone={result.failed.length > 0 ? 'warning' : 'success'}>{reconciledText(result)}</Banner>
          </div>
        ) : null}
      </Stack>
      {question}
    </Card>
  );
}
