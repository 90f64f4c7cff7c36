import { runPath } from '@portage/area-kit';
import {
  actionColumn,
  Badge,
  Button,
  Card,
  DateTime,
  EmptyState,
  FailedRead,
  formatNumber,
  Link,
  Page,
  SelectionBar,
  size,
  Table,
  type TableColumn,
  useLoaded,
  usePageTitle,
  useRowSelection,
} from '@portage/ui';
import { Eye, Pencil, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { RunHistoryTabs } from '../runs/run-history-tabs.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { useWaitingApprovals, type WaitingApproval } from './approval-queries.ts';
import { BulkDecision } from './bulk-decision.tsx';

/** /run-history/approvals: the decisions that the person's runs wait for. */
export function ApprovalsPage() {
  usePageTitle('Approvals');
  const list = useWaitingApprovals();
  const [open, setOpen] = useState<WaitingApproval | null>(null);
  const { shown, indicator } = useLoaded(list.data, 'Loading the approvals');
  const selection = useRowSelection({ rows: shown?.approvals ?? [], rowName: ({ subject }) => subject });
  return (
    <Page>
      <RunHistoryTabs />
      {list.error && !shown ? <FailedRead title="The approvals could not be loaded" query={list} /> : null}
      {shown || list.error ? null : indicator}
      {shown?.approvals.length === 0 ? (
        <Card>
          <EmptyState icon={<UserCheck aria-hidden />} title="Nothing is waiting for you">
            Runs that reach a Wait for Approval step appear here until someone decides.
          </EmptyState>
        </Card>
      ) : null}
      {shown && shown.approvals.length > 0 ? (
        <>
          <SelectionBar selection={selection}>
            <BulkDecision selection={selection} />
          </SelectionBar>
          <Card title={`${formatNumber(shown.totalCount)} waiting for your decision`} isFlush>
            <Table label="Approvals" columns={buildColumns(setOpen)} rows={shown.approvals} rowKey={({ id }) => id} selection={selection} />
          </Card>
        </>
      ) : null}
      {open ? (
        <ApprovalDialog
          runId={open.runId}
          approvalId={open.approvalId}
          subject={open.subject}
          onClose={() => {
            setOpen(null);
            void list.refetch();
          }}
        />
      ) : null}
    </Page>
  );
}

function buildColumns(onOpen: (approval: WaitingApproval) => void): TableColumn<WaitingApproval>[] {
  return [
    {
      id: 'question',
      header: 'Question',
      isYielding: true,
      render: ({ subject, isTest }) => (
        <>
          <strong>{subject}</strong> {isTest ? <Badge>Test</Badge> : null}
        </>
      ),
    },
    {
      id: 'workflow',
      header: 'Workflow',
      isYielding: true,
      render: ({ runId, workflowName }) => <Link href={runPath(runId)}>{workflowName}</Link>,
    },
    { id: 'asked', header: 'Asked', isYielding: true, width: size.label, render: ({ askedAt }) => <DateTime value={askedAt} /> },
    { id: 'expires', header: 'Expires', isYielding: true, width: size.label, render: ({ expiresAt }) => <DateTime value={expiresAt} /> },
    actionColumn({
      width: '140px',
      rowName: ({ subject }) => subject,
      buttons: (approval) => (
        <Button size="dense" aria-label={`Answer ${approval.subject}`} onPress={() => onOpen(approval)}>
          Answer
        </Button>
      ),
      menu: ({ runId, workflowId }) => [
        { id: 'run', label: 'Open the run', icon: <Eye aria-hidden />, href: runPath(runId) },
        { id: 'workflow', label: 'Open the workflow', icon: <Pencil aria-hidden />, href: `/workflows/${workflowId}/edit` },
      ],
    }),
  ];
}
