import { useHost, useListPage, useSessionUser } from '@portage/area-kit';
import { alertKindNames, alertKinds, alertPath, alertWords } from '@portage/contracts';
import {
  actionColumn,
  Badge,
  Banner,
  Button,
  Checkbox,
  DateTime,
  EmptyState,
  Hint,
  Link,
  LinkButton,
  ListCard,
  Select,
  SelectionBar,
  Stack,
  size,
  type TableColumn,
  Toolbar,
  useRowSelection,
} from '@portage/ui';
import { BellOff, BellRing, Check, Pencil } from 'lucide-react';
import { useState } from 'react';
import { AlertBulkActions } from './alert-bulk-actions.tsx';
import { type Alert, alertKeys, useWebhookError } from './alert-queries.ts';
import { WorkflowAlertsDialog } from './workflow-alerts-dialog.tsx';

/** Shown while messages to the person's webhook are refused: alerts sent only there have reached no one. */
function WebhookProblem() {
  const { data: error } = useWebhookError();
  if (!error) return null;
  return (
    <Banner
      tone="warning"
      title="Your webhook didn’t accept the last message"
      action={<LinkButton href="/account/alerts">Check its address</LinkButton>}
    >
      {error} Portage tries again for a day.
    </Banner>
  );
}

const FILTERS = ['kind', 'unreadOnly', 'isForEveryone'] as const;
const kindOptions = [
  { value: '', label: 'Any kind' },
  ...alertKinds.map((kind) => ({ value: kind as string, label: alertKindNames[kind] })),
];

export function AlertList() {
  const { api, queryClient } = useHost();
  const user = useSessionUser();
  const isAdmin = user?.isAdmin ?? false;
  const [muted, setMuted] = useState<{ id: string; name: string } | null>(null);
  const parse = (filter: Record<(typeof FILTERS)[number], string>) => ({
    kind: alertKinds.find((kind) => kind === filter.kind),
    unreadOnly: filter.unreadOnly === 'true',
    isForEveryone: isAdmin && filter.isForEveryone === 'true',
  });
  const list = useListPage({
    key: [...alertKeys.all, 'list'],
    filters: FILTERS,
    pageSize: 20,
    read: (filter, paging, options) => {
      const { isForEveryone: all, ...query } = parse(filter);
      return api('GET /api/alerts', { query: { ...query, isAdmin: all, ...paging } }, options);
    },
    rows: ({ alerts }) => alerts,
  });
  const { kind, unreadOnly, isForEveryone } = parse(list.filter);

  const markRead = async (alertIds: string[] | 'all') => {
    queryClient.setQueryData(alertKeys.unread, await api('POST /api/alerts/read', { body: { alertIds } }));
    await queryClient.invalidateQueries({ queryKey: [...alertKeys.all, 'list'] });
  };

  const selection = useRowSelection<Alert>({
    rows: list.query.data?.rows ?? [],
    rowName: (alert) => alertWords(alert).title,
    canSelect: ({ readAt, workflowId }) => !isForEveryone && (readAt === null || workflowId !== null),
  });

  return (
    <Stack>
      <WebhookProblem />
      <Toolbar
        label="Filter alerts"
        filterCount={list.filterCount}
        actions={
          <>
            <LinkButton href="/account/alerts">Settings</LinkButton>
            {isForEveryone ? null : <Button onPress={() => markRead('all')}>Mark all as read</Button>}
          </>
        }
      >
        <Select label="Kind" isLabelHidden value={kind ?? ''} onChange={(next) => list.search({ kind: next })} options={kindOptions} />
        <Checkbox value={unreadOnly} onChange={(isOn) => list.search({ unreadOnly: isOn ? 'true' : '' })}>
          Unread only
        </Checkbox>
        {isAdmin ? (
          <Checkbox value={isForEveryone} onChange={(isOn) => list.search({ isForEveryone: isOn ? 'true' : '' })}>
            Everyone’s
          </Checkbox>
        ) : null}
      </Toolbar>
      <SelectionBar selection={selection}>
        <AlertBulkActions selection={selection} markRead={markRead} />
      </SelectionBar>
      <ListCard
        label="Alerts"
        selection={selection}
        columns={buildColumns({ isForEveryone, userId: user?.id ?? '', markRead: (alert) => markRead([alert.id]), mute: setMuted })}
        list={{ ...list, isFiltered: kind !== undefined || unreadOnly }}
        emptyState={<NoAlerts />}
      />
      {muted ? <WorkflowAlertsDialog workflow={muted} onClose={() => setMuted(null)} /> : null}
    </Stack>
  );
}

interface ColumnSettings {
  isForEveryone: boolean;
  userId: string;
  markRead: (alert: Alert) => unknown;
  mute: (workflow: { id: string; name: string }) => void;
}

function buildColumns({ isForEveryone, userId, markRead, mute }: ColumnSettings): TableColumn<Alert>[] {
  return [
    { id: 'what', header: 'What happened', isYielding: true, render: (alert) => <Told alert={alert} userId={userId} /> },
    ...(isForEveryone
      ? [{ id: 'owner', header: 'User Email', width: '220px', render: (alert: Alert) => alert.ownerUserEmail ?? 'Deleted account' }]
      : []),
    { id: 'last', header: 'Last', width: size.timeColumn, render: (alert) => <DateTime value={alert.lastAt} /> },
    actionColumn({
      width: '180px',
      rowName: (alert) => alertWords(alert).title,
      buttons: (alert) =>
        alert.readAt !== null ? (
          'Read'
        ) : isForEveryone ? (
          'Unread'
        ) : (
          <Button size="dense" icon={<Check aria-hidden />} shortIcon={<Check />} onPress={() => markRead(alert)}>
            Mark as read
          </Button>
        ),
      menu: ({ workflowId, flowId, name }) =>
        isForEveryone || workflowId === null
          ? []
          : [
              ...(flowId === null
                ? [
                    {
                      id: 'mute',
                      label: 'Mute this workflow’s alerts…',
                      icon: <BellOff aria-hidden />,
                      onAction: () => mute({ id: workflowId, name }),
                    },
                  ]
                : []),
              { id: 'workflow', label: 'Open the workflow', icon: <Pencil aria-hidden />, href: `/workflows/${workflowId}/edit` },
            ],
    }),
  ];
}

/** One alert: what happened, what it means and what to do. The title links to it. */
function Told({ alert, userId }: { alert: Alert; userId: string }) {
  const { title, meaning, remedy } = alertWords(alert);
  return (
    <Stack $gap={0.5}>
      <div>
        <Link href={alertPath(alert, userId)}>{title}</Link> {alert.endedAt ? <Badge tone="success">Over</Badge> : null}{' '}
        {alert.readAt === null ? <Badge tone={alert.endedAt ? 'neutral' : 'danger'}>New</Badge> : null}
      </div>
      {alert.message ? (
        <Hint $size="tiny" $weight="regular" $breaks>
          {alert.message}
        </Hint>
      ) : null}
      {alert.endedAt ? (
        <Hint $size="tiny" $weight="regular" $breaks>
          Resolved at <DateTime value={alert.endedAt} />
        </Hint>
      ) : null}
      <Hint $size="tiny" $weight="regular" $breaks>
        {meaning} {remedy}
      </Hint>
    </Stack>
  );
}

function NoAlerts() {
  return (
    <EmptyState icon={<BellRing aria-hidden />} title="No alerts" action={<LinkButton href="/run-history">Go to Run History</LinkButton>}>
      Failed runs, connectors that lost their sign-in and syncs that lag behind are listed here and sent by e-mail.{' '}
      <Link href="/help/alerts">How alerts work</Link>
    </EmptyState>
  );
}
