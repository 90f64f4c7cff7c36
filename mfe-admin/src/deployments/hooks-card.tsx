import { useHost } from '@portage/area-kit';
import {
  actionColumn,
  Badge,
  Button,
  Card,
  DASH,
  DateTime,
  Drawer,
  EmptyState,
  Hint,
  PlainList,
  Table,
  type TableColumn,
  useConfirm,
} from '@portage/ui';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { AddHookDialog } from './add-hook-dialog.tsx';
import { Line, Words } from './drawer-parts.tsx';
import { type Delivery, type Hook, useHookChanges, useHooks } from './hook-queries.ts';

const TONES = { Waiting: 'warning', Delivered: 'success', Failed: 'danger' } as const;

/** Who is notified of each change of what people get. */
export function HooksCard() {
  const { data: hooks, error, refetch } = useHooks();
  const { remove, sendTest } = useHookChanges();
  const { notify } = useHost();
  const [confirm, question] = useConfirm();
  const [isAdding, setIsAdding] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = hooks?.find(({ id }) => id === openedId);

  function askToDelete(hook: Hook): void {
    confirm({
      title: 'Delete hook',
      message: <p>{hook.name} gets no more messages. Messages that it hasn’t accepted yet are dropped.</p>,
      confirmLabel: 'Delete',
      cancelLabel: 'Cancel',
      onConfirm: () => remove(hook),
    });
  }

  const columns: TableColumn<Hook>[] = [
    { id: 'name', header: 'Name', render: ({ name }) => name },
    { id: 'kind', header: 'Kind', render: ({ kind }) => kind },
    { id: 'origin', header: 'Address', render: ({ origin }) => `${origin}/…` },
    { id: 'last', header: 'Last message', render: ({ deliveries: [last] }) => (last ? <DeliveryStatus delivery={last} /> : DASH) },
    { id: 'by', header: 'Added by', render: ({ by }) => by },
    actionColumn<Hook>({
      split: ({ id }) => ({ label: 'Messages', shortIcon: <Eye />, onPress: () => setOpenedId(id) }),
      menu: (hook) => [
        { id: 'test', label: 'Send test', onAction: () => void sendTest(hook).catch(notify.error) },
        { id: 'delete', label: 'Delete', onAction: () => askToDelete(hook) },
      ],
    }),
  ];

  return (
    <Card
      title="Hooks"
      isFlush
      actions={
        <Button size="dense" onPress={() => setIsAdding(true)} isDisabled={!hooks}>
          Add hook
        </Button>
      }
    >
      <Table
        label="Hooks"
        columns={columns}
        rows={hooks}
        rowKey={({ id }) => id}
        error={hooks ? null : error}
        onRetry={refetch}
        emptyState={
          <EmptyState title="Nobody is notified yet">
            A hook sends each deployment, canary step and rollback to Slack, to Teams or to an address of yours.
          </EmptyState>
        }
      />
      {isAdding ? <AddHookDialog onClose={() => setIsAdding(false)} /> : null}
      {opened ? (
        <Drawer isOpen onClose={() => setOpenedId(null)} title={`Messages to ${opened.name}`} width={460}>
          {opened.deliveries.length === 0 ? <Hint>No message yet. Send a test, or deploy something.</Hint> : null}
          <PlainList>
            {opened.deliveries.map((delivery) => (
              <Line key={delivery.id}>
                <Words>
                  {delivery.title}
                  <Hint>
                    <DeliveryStatus delivery={delivery} />
                    {delivery.attempts > 1 ? `, ${delivery.attempts} attempts` : ''}
                  </Hint>
                  {delivery.error ? <Hint>{delivery.error}</Hint> : null}
                </Words>
              </Line>
            ))}
          </PlainList>
        </Drawer>
      ) : null}
      {question}
    </Card>
  );
}

function DeliveryStatus({ delivery: { status, at } }: { delivery: Delivery }) {
  return (
    <>
      <Badge tone={TONES[status]}>{status}</Badge> <DateTime value={at} />
    </>
  );
}
