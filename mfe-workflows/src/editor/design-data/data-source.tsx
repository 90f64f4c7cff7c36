import { useApi } from '@portage/area-kit';
import { formatDateTime, Select } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { runKeys } from '../../runs/run-queries.ts';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { useDesignData } from '../state/design-data-context.ts';

const LAST = '';
const SHOWN_RUNS = 20;
const STALE_MS = 5_000;

/** Chooses whose data the form, the cards and the previews show: the last run's, or another run's. */
export function DataSource() {
  const api = useApi();
  const { id } = useOpenWorkflow();
  const design = useDesignData();
  const { data } = useQuery({
    queryKey: [...runKeys.all, 'of', id],
    queryFn: ({ signal }) => api('GET /api/workflows/instances', { query: { WorkflowId: id, PageSize: SHOWN_RUNS } }, { signal }),
    staleTime: STALE_MS,
  });
  if (!design) return null;
  const { chosenRunId, choose } = design;
  const runs = (data?.workflowInstances ?? []).map(({ id: runId, createdAt, isTest, status }) => ({
    value: runId,
    label: `${isTest ? 'Test run' : 'Run'} of ${formatDateTime(createdAt)}`,
    ...(status === 'Failed' ? { detail: 'Failed' } : {}),
  }));
  const isListed = chosenRunId === null || runs.some(({ value }) => value === chosenRunId);
  const options = [{ value: LAST, label: 'Last run' }, ...(isListed ? [] : [{ value: chosenRunId, label: 'The chosen run' }]), ...runs];
  return (
    <Select label="Data from" options={options} value={chosenRunId ?? LAST} onChange={(value) => choose(value === LAST ? null : value)} />
  );
}
