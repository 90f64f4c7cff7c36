import { messageOf } from '@portage/contracts';
import {
  Banner,
  Button,
  Card,
  color,
  layer,
  Page,
  PageHeader,
  Pagination,
  parsePage,
  radius,
  size,
  space,
  useHost,
  useLoaded,
  usePageTitle,
  useSessionUser,
} from '@portage/ui';
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
/** Stays in sight while the steps pass by. */
const Head = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  margin: -${space(5)} -${space(6)} 0;
  padding: ${space(4)} ${space(6)};
  border-bottom: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  @media (max-width: ${size.narrow}) {
    position: static;
    margin: -${space(4)} -${space(4)} 0;
    padding: ${space(4)};
  }
`;
/** On a wide screen the step stays beside the list, however far the list goes. */
const Beside = styled.div`
  min-width: 0;
  @media (min-width: 1001px) {
    position: sticky;
    top: calc(${size.topBar} + ${space(9)});
    max-height: calc(100dvh - 2 * ${size.topBar} - ${space(14)});
    overflow: auto;
    border-radius: ${radius.card};
  }
`;

/** /run-history/{id}/view (spec RUN-10..24): the run as it goes, its steps and what went through them. */
export function RunViewPage() {
  usePageTitle('Workflow Run History');
  const { id: runId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { navigate } = useHost();
  const user = useSessionUser();
  const queryClient = useQueryClient();
  const page = parsePage(search.get('page'));
  const { run, steps, isRunning } = useLiveRun(runId, page - 1);
  const { actions, dialogs } = useRunActions();

  const stepInstances = steps.data?.stepInstances ?? [];
  // Nothing chosen: what went wrong, else what was done last, is what people come to see.
  // A loop fails with the step inside it, which began later.
  const failed = stepInstances.findLast((step) => step.status === 'Failed');
  const chosen =
    search.get('step') ?? (failed ?? stepInstances.findLast((step) => step.stepType !== 'EndStep') ?? stepInstances.at(-1))?.id ?? null;
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

  const { shown: instance, indicator } = useLoaded(run.data, 'Loading the run');

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
  if (!instance) return indicator;
  // Admins read everybody's runs (spec RUN-06) and change only their own.
  const isOwn = instance.ownerUserId === user?.id;

  return (
    <Page>
      <Head>
        <PageHeader
          title={instance.name}
          subtitle={<RunStatusLine run={instance} isOwn={isOwn} />}
          actions={
            <>
              <Button icon={<RefreshCw aria-hidden />} onPress={() => queryClient.invalidateQueries({ queryKey: runKeys.run(runId) })}>
                Reload
              </Button>
              {isOwn && isRunning ? (
                <Button icon={<Ban aria-hidden />} onPress={() => actions.askToCancel(instance)}>
                  Cancel
                </Button>
              ) : null}
              {isOwn && instance.status === 'Failed' ? (
                <Button variant="primary" icon={<RotateCcw aria-hidden />} onPress={() => actions.askToRerun(instance)}>
                  Re-run
                </Button>
              ) : null}
            </>
          }
        />
      </Head>
      {instance.errorMessage ? (
        <Banner tone="danger" title="The run failed">
          {failed ? `${failed.name}: ` : null}
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
        {chosen ? (
          <Beside>
            <StepDetails
              key={chosen}
              runId={runId}
              stepInstanceId={chosen}
              summary={stepInstances.find((step) => step.id === chosen)}
              isRunning={isRunning}
            />
          </Beside>
        ) : null}
      </Columns>
      {dialogs}
    </Page>
  );
}
