import { useApi, wordsOfAction } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { DASH, DateTime, EmptyState, Link, ListCard, type TableColumn, toPageIndex } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';

type Entry = CallResponse<Calls, 'GET /api/integrations/audit'>['auditEntries'][number];

const PAGE_SIZE = 20;

/** What was done with the person's own workflows of an app (spec INT-19). */
export function AppAudit({ app }: { app: string }) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const entries = useQuery({
    queryKey: ['integrations', 'audit', app, page],
    queryFn: ({ signal }) =>
      api('GET /api/integrations/audit', { query: { app, pageIndex: toPageIndex(page), pageSize: PAGE_SIZE } }, { signal }),
    select: ({ auditEntries, totalCount }) => ({ rows: auditEntries, totalCount }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <ListCard
      label="Audit"
      columns={columns}
      list={{ query: entries, page, pageSize: PAGE_SIZE, goToPage: setPage }}
      emptyState={
        <EmptyState icon={<ScrollText aria-hidden />} title="Nothing yet">
          What you do to workflows with this integration appears here, newest first.
        </EmptyState>
      }
    />
  );
}

const columns: TableColumn<Entry>[] = [
  { id: 'at', header: 'When', width: '180px', render: ({ at }) => <DateTime value={at} /> },
  { id: 'action', header: 'Action', render: ({ action }) => wordsOfAction(action) },
  { id: 'workflow', header: 'Workflow', render: ({ workflow }) => <WorkflowName workflow={workflow} /> },
  { id: 'by', header: 'By', width: '180px', render: wordsOfDoer },
];

function WorkflowName({ workflow }: { workflow: Entry['workflow'] }) {
  if (!workflow) return DASH;
  if (workflow.isDeleted) return `${workflow.name} (deleted)`;
  return <Link href={`/workflows/${encodeURIComponent(workflow.id)}/edit`}>{workflow.name}</Link>;
}

function wordsOfDoer({ isByAdmin, apiKeyName }: Entry): string {
  if (isByAdmin) return 'An administrator';
  return apiKeyName === null ? 'You' : `API key “${apiKeyName}”`;
}
