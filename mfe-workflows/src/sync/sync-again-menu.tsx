import { Button, DateTimePicker, Dialog, MenuButton, useConfirm } from '@portage/ui';
import { CalendarClock, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { SyncFlow } from '../api-types.ts';
import type { FlowActions } from './sync-queries.ts';

/** Syncs records again: all in Error, or all that changed since a date. */
export function SyncAgainMenu({ flow, actions }: { flow: SyncFlow; actions: FlowActions }) {
  const [isAsking, setIsAsking] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [confirm, question] = useConfirm();
  const failed = flow.items.Error;
  return (
    <>
      <MenuButton
        label="Sync again"
        entries={[
          {
            id: 'errors',
            label: failed === 1 ? 'The item in Error' : `All ${failed.toLocaleString('en')} in Error`,
            icon: <RotateCcw aria-hidden />,
            isDisabled: failed === 0 || flow.isPaused,
            onAction: () =>
              confirm({
                title: 'Sync again',
                message:
                  failed === 1
                    ? 'The item in Error is synced again.'
                    : `All ${failed.toLocaleString('en')} items in Error are synced again.`,
                confirmLabel: 'Sync again',
                cancelLabel: 'Cancel',
                isDanger: false,
                onConfirm: () => actions.syncAgain(flow, { allInError: true }),
              }),
          },
          {
            id: 'date',
            label: 'From a date…',
            icon: <CalendarClock aria-hidden />,
            isDisabled: flow.isPaused,
            onAction: () => setIsAsking(true),
          },
        ]}
      />
      {question}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Sync again from a date"
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>Cancel</Button>
            <Button
              variant="primary"
              isDisabled={date === null}
              onPress={async () => {
                if (date === null) return;
                await actions.syncAgain(flow, { fromDate: date });
                setIsAsking(false);
              }}
            >
              Sync again
            </Button>
          </>
        }
      >
        <DateTimePicker
          label="Changed since"
          value={date}
          onChange={setDate}
          hint="Every record that changed in the source since then is read and compared again."
        />
      </Dialog>
    </>
  );
}
