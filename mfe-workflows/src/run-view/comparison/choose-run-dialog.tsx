import { runStatusLooks, useApi } from '@portage/area-kit';
import { Button, Dialog, EmptyState, FailedRead, formatDateTime, RadioGroup, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunInstance } from '../../api-types.ts';

const MOST_RUNS = 20;

interface ChooseRunDialogProps {
  run: RunInstance;
  onClose: () => void;
  onChoose: (runId: string) => void;
}

/** Chooses another run of the same workflow, among the newest. */
export function ChooseRunDialog({ run, onClose, onChoose }: ChooseRunDialogProps) {
  const api = useApi();
  const runs = useQuery({
    queryKey: ['runs', 'of-workflow', run.workflowId, MOST_RUNS + 1],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/instances', { query: { WorkflowId: run.workflowId, PageSize: MOST_RUNS + 1 } }, { signal }),
    select: ({ workflowInstances }) => workflowInstances.filter(({ id }) => id !== run.id).slice(0, MOST_RUNS),
  });
  const { shown, indicator } = useLoaded(runs.data, 'Loading the runs');
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Compare with another run"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={chosen === null} onPress={() => chosen !== null && onChoose(chosen)}>
            Compare
          </Button>
        </>
      }
    >
      {runs.error && !runs.data ? (
        <FailedRead query={runs} />
      ) : !shown ? (
        indicator
      ) : shown.length === 0 ? (
        <EmptyState title="No other run">This workflow has run only once.</EmptyState>
      ) : (
        <RadioGroup
          label={`The newest runs of “${run.name}”`}
          value={chosen}
          onChange={setChosen}
          options={shown.map((other) => ({ value: other.id, label: describeRun(other) }))}
        />
      )}
    </Dialog>
  );
}

function describeRun({ status, startedAt, createdAt, tags = [] }: RunInstance): string {
  return [formatDateTime(startedAt ?? createdAt), runStatusLooks[status].word, ...tags.map(({ value }) => value)].join(' · ');
}
