import { PAGE_SIZE, runColumns, useRunList } from '@portage/area-kit';
import { Card, EmptyState, ListCard, Select, Stack, size, Text, useLoaded } from '@portage/ui';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { SyncFlow } from '../api-types.ts';
import { useFlows } from '../sync/sync-queries.ts';
import { groupByWorkflow } from './integration-groups.ts';

const columns = [runColumns.workflow, runColumns.status, runColumns.started];

/** The runs of an app's workflows, one workflow at a time. */
export function AppRuns({ isOfApp }: { isOfApp: (flow: SyncFlow) => boolean }) {
  const flows = useFlows(null);
  const { shown, indicator } = useLoaded(flows.data, 'Loading the workflows');
  const [chosen, setChosen] = useState<string | null>(null);
  if (!shown && !flows.error) return indicator;
  const groups = groupByWorkflow((shown?.flows ?? []).filter(isOfApp));
  const workflow = groups.find(({ workflowId }) => workflowId === chosen) ?? groups[0];
  if (!workflow) {
    return (
      <Card>
        <EmptyState icon={<History aria-hidden />} title="No runs yet">
          Runs of workflows with this integration appear here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack>
      {groups.length > 1 ? (
        <Text as="div" $maxWidth={size.field}>
          <Select
            label="Workflow"
            value={workflow.workflowId}
            onChange={setChosen}
            options={groups.map(({ workflowId, workflowName }) => ({ value: workflowId, label: workflowName }))}
          />
        </Text>
      ) : null}
      <Runs key={workflow.workflowId} workflowId={workflow.workflowId} />
    </Stack>
  );
}

const noFilter = { userEmail: '', status: '', started: '', startedFrom: '', startedTo: '', content: '', tag: '', withoutTests: '' };

function Runs({ workflowId }: { workflowId: string }) {
  const [page, setPage] = useState(1);
  const runs = useRunList('own', { ...noFilter, workflowId }, page);
  return (
    <ListCard
      label="Runs"
      columns={columns}
      list={{ query: runs, page, pageSize: PAGE_SIZE, goToPage: setPage }}
      emptyState={<EmptyState icon={<History aria-hidden />} title="No runs yet" />}
    />
  );
}
