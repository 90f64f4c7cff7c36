import { useSessionUser } from '@portage/area-kit';
import { Button, Card, color, layer, Page, PageHeader, parsePage, radius, size, space, useLoaded, usePageTitle } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows, RefreshCw } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import styled from 'styled-components';
import { useRunActions } from '../runs/run-actions.tsx';
import { RunButtons } from '../runs/run-buttons.tsx';
import { runKeys, STEP_PAGE_SIZE, useRun, useRunOverview, useStepInstance } from '../runs/run-queries.ts';
import { UnreadablePage } from '../unreadable-page.tsx';
import { CalledRuns } from './called-runs.tsx';
import { useComparison } from './comparison/use-comparison.tsx';
import { pageOfStep, stepsTitle } from './outermost-steps.ts';
import { RunAttempts } from './run-attempts.tsx';
import { RunFailure } from './run-failure.tsx';
import { RunStatusLine } from './run-status-line.tsx';
import { RunTitle } from './run-title.tsx';
import { StepDetails } from './step-details.tsx';
import { StepList } from './step-list.tsx';
import { parseStepPath } from './step-place.ts';
import { WaitingBanner } from './waiting-banner.tsx';

const ONE_COLUMN = '(max-width: 1000px)';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  align-items: start;
  gap: ${space(4)};
  @media ${ONE_COLUMN} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
/** Stays visible while the steps scroll. */
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
/** Keeps the step next to the list while the list scrolls, on a wide screen. */
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

/** /run-history/{id}/view (spec RUN-10..24): the live run, its steps and their data. */
export function RunViewPage() {
  usePageTitle('Workflow Run History');
  const { id: runId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const user = useSessionUser();
  const queryClient = useQueryClient();
  const { run, isRunning, isPushed } = useRun(runId);
  const overview = useRunOverview(runId, { isRunning, stepCount: run.data?.stepCount ?? 0 });
  const { actions, dialogs } = useRunActions();

  // If nothing is chosen, the failed step is shown, otherwise the last one.
  const focus = overview.data?.focus ?? null;
  const chosen = search.get('step') ?? focus?.id ?? null;
  const summary = focus && chosen === focus.id ? focus : undefined;
  const step = useStepInstance(runId, chosen, { isRunning });
  const failed = useStepInstance(runId, focus?.status === 'Failed' ? focus.id : null, { isRunning });
  const failedAt = focus ? parseStepPath(focus.path, failed.data?.stepData?.loops).words : '';
  const chosenPath = summary?.path ?? step.data?.path ?? null;
  const groups = overview.data?.groups ?? [];
  const wantedPage = search.get('page');
  const page = wantedPage === null ? pageOfStep(chosenPath, groups, STEP_PAGE_SIZE) : parsePage(wantedPage);
  const details = useRef<HTMLDivElement>(null);
  // The list keeps its page.
  const choose = useCallback(
    (stepInstanceId: string) => {
      setSearch(
        (previous) => {
          previous.set('step', stepInstanceId);
          previous.set('page', String(page));
          return previous;
        },
        { replace: true },
      );
      // If the step is below the list, choosing one scrolls there.
      if (matchMedia(ONE_COLUMN).matches) details.current?.scrollIntoView({ block: 'start' });
    },
    [setSearch, page],
  );
  const comparison = useComparison(run.data, search.get('with'), (otherId) => setSearch(otherId === null ? {} : { with: otherId }));

  const { shown: instance, indicator } = useLoaded(run.data, 'Loading the run');

  if (run.error && !run.data) {
    const list = { name: 'Run History', path: '/run-history' };
    return <UnreadablePage title="This run cannot be shown" error={run.error} onRetry={() => void run.refetch()} list={list} />;
  }
  if (!instance) return indicator;
  // Admins can read everyone's runs (spec RUN-06), but change only their own.
  const isOwn = instance.ownerUserId === user?.id;

  return (
    <Page>
      <Head>
        <PageHeader
          title={<RunTitle name={instance.name} identity={overview.data?.identity ?? null} />}
          subtitle={<RunStatusLine run={instance} isOwn={isOwn} />}
          actions={
            <>
              <Button icon={<RefreshCw aria-hidden />} onPress={() => queryClient.invalidateQueries({ queryKey: runKeys.run(runId) })}>
                Reload
              </Button>
              <Button icon={<GitCompareArrows aria-hidden />} onPress={comparison.choose}>
                Compare
              </Button>
              {isOwn ? <RunButtons run={instance} actions={actions} /> : null}
            </>
          }
        />
      </Head>
      <RunFailure
        run={instance}
        failedStep={focus?.status === 'Failed' ? [failedAt, focus.name].filter(Boolean).join(' › ') : null}
        canFix={isOwn}
      />
      <WaitingBanner run={instance} isOwn={isOwn} />
      <CalledRuns run={instance} />
      <RunAttempts run={instance} hrefOf={(stepInstanceId) => `?step=${encodeURIComponent(stepInstanceId)}`} />
      {comparison.table ?? (
        <Columns>
          <Card title={stepsTitle(instance.stepCount, groups)} isFlush>
            <StepList
              run={instance}
              isPushed={isPushed}
              groups={groups}
              chosenId={chosen}
              chosenPath={chosenPath}
              onChoose={choose}
              page={page}
              onPageChange={(next) => setSearch({ page: String(next) })}
            />
          </Card>
          {chosen ? (
            <Beside ref={details}>
              <StepDetails
                key={chosen}
                runId={runId}
                stepInstanceId={chosen}
                summary={summary}
                isRunning={isRunning}
                runStatus={instance.status}
              />
            </Beside>
          ) : null}
        </Columns>
      )}
      {comparison.dialog}
      {dialogs}
    </Page>
  );
}
