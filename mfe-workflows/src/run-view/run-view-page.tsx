import { messageOf } from '@portage/contracts';
import { Banner, Button, Card, LoadingIndicator, Page, PageHeader, Pagination, parsePage, space, useHost, usePageTitle } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, RefreshCw, RotateCcw } from 'lucide-react';
import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router';
import styled from 'styled-components';
import { useRunActions } from '../runs/run-actions.tsx';
import { runKeys, STEP_PAGE_SIZE, useLiveRun } from '../runs/run-queries.ts';
import { RunStatusLine } from './run-status-line.tsx';
import { StepDetails } from './step-details.tsx';
import { StepList } from './step-list.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  align-items: start;
  gap: ${space(4)};
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** /run-history/{id}/view (spec RUN-10..24): the run as it goes, its steps and what went through them. */
export function RunViewPage() {
  usePageTitle('Workflow Run History');
  const { id: runId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { navigate } = useHost();
  const queryClient = useQueryClient();
  const page = parsePage(search.get('page'));
  const { run, steps, isRunning } = useLiveRun(runId, page - 1);
  const { actions, dialogs } = useRunActions();

  const stepInstances = steps.data?.stepInstances ?? [];
  // Nothing chosen: what went wrong, else what went last, is what people come to see.
  const chosen = search.get('step') ?? stepInstances.find((step) => step.status === 'Failed')?.id ?? stepInstances.at(-1)?.id ?? null;
  const choose = useCallback(
    (stepInstanceId: string) => {
      setSearch(
        (previous) => {
          previous.set('step', stepInstanceId);
          return previous;
        },
        { replace: true },
      );
    },
    [setSearch],
  );

  if (run.error && !run.data) {
    return (
      <Page>
        <Banner
          tone="danger"
          title="This run cannot be shown"
          action={<Button onPress={() => navigate('/run-history')}>Run History</Button>}
        >
          {messageOf(run.error)}
        </Banner>
      </Page>
    );
  }
  if (!run.data) return <LoadingIndicator label="Loading the run" />;
  const instance = run.data;

  return (
    <Page>
      <PageHeader
        title={instance.name}
        subtitle={<RunStatusLine run={instance} />}
        actions={
          <>
            <Button icon={<RefreshCw aria-hidden />} onPress={() => queryClient.invalidateQueries({ queryKey: runKeys.run(runId) })}>
              Reload
            </Button>
            {isRunning ? (
              <Button icon={<Ban aria-hidden />} onPress={() => actions.askToCancel(instance)}>
                Cancel
              </Button>
            ) : null}
            {instance.status === 'Failed' ? (
              <Button variant="primary" icon={<RotateCcw aria-hidden />} onPress={() => actions.askToRerun(instance)}>
                Re-run
              </Button>
            ) : null}
          </>
        }
      />
      {instance.errorMessage ? (
        <Banner tone="danger" title="The run failed">
          {instance.errorMessage}
        </Banner>
      ) : null}
      <Columns>
        <Card title={`Steps (${steps.data?.totalCount ?? instance.stepCount})`} isFlush>
          <StepList run={instance} steps={stepInstances} error={steps.error} chosenId={chosen} onChoose={choose} />
          <Pagination
            label="Pages of steps"
            page={page}
            pageSize={STEP_PAGE_SIZE}
            totalCount={steps.data?.totalCount ?? 0}
            onPageChange={(next) => setSearch(next > 1 ? { page: String(next) } : {})}
          />
        </Card>
        {chosen ? <StepDetails key={chosen} runId={runId} stepInstanceId={chosen} isRunning={isRunning} /> : null}
      </Columns>
      {dialogs}
    </Page>
  );
}
