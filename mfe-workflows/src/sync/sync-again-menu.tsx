import { Button, DateTimePicker, Dialog, formatNumber, MenuButton, type MenuEntry, useConfirm } from '@portage/ui';
import { CalendarClock, FastForward, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { SyncFlow } from '../api-types.ts';
import type { SyncActions, SyncAgain } from './sync-queries.ts';

/** Syncs records again: all in Error, all waiting, or all changed since a date. */
export function SyncAgainMenu({ flow, actions }: { flow: SyncFlow; actions: SyncActions }) {
  const [isAsking, setIsAsking] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [confirm, question] = useConfirm();
  const { Error: failed, InProgress: waiting } = flow.items;
  const ask = (count: number, one: string, all: string, which: SyncAgain): Pick<MenuEntry, 'isDisabled' | 'onAction'> => ({
    isDisabled: count === 0 || flow.isPaused,
    onAction: () =>
      confirm({
        title: 'Sync again',
        message: count === 1 ? `${one} is synced again.` : `${all} are synced again.`,
        confirmLabel: 'Sync again',
        cancelLabel: 'Cancel',
        isDanger: false,
        onConfirm: () => actions.syncAgain(flow, which),
      }),
  });
  return (
    <>
      <MenuButton
        label="Sync again"
        entries={[
          {
            id: 'errors',
            label: failed === 1 ? 'The item in Error' : `All ${formatNumber(failed)} in Error`,
            icon: <RotateCcw aria-hidden />,
            ...ask(failed, 'The item in Error', `All ${formatNumber(failed)} items in Error`, { allInError: true }),
          },
          {
            id: 'waiting',
            label: waiting === 1 ? 'The waiting item' : `All ${formatNumber(waiting)} waiting`,
            icon: <FastForward aria-hidden />,
            ...ask(waiting, 'The waiting item', `All ${formatNumber(waiting)} waiting items`, { allWaiting: true }),
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
