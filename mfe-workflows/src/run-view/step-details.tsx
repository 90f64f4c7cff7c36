import { StatusBadge, syncDataPath } from '@portage/area-kit';
import { getErrorMessage, isApiError, type RunStatus } from '@portage/contracts';
import {
  Badge,
  Banner,
  Button,
  Card,
  DateTime,
  FailedRead,
  formatDuration,
  Inline,
  Link,
  Muted,
  Problem,
  Span,
  Stack,
  useLoaded,
} from '@portage/ui';
import { useEffect, useState } from 'react';
import type { StepSummary } from '../api-types.ts';
import { LookSwitch } from '../data-view/look-switch.tsx';
import { useRun, useStepContext, useStepInstance } from '../runs/run-queries.ts';
import { titleOfStep, WENT_ON, wentOnAfter } from '../runs/run-status.ts';
import { StepIcon } from '../step-types/step-icon.tsx';
import { getStepLook } from '../step-types/step-look.ts';
import { StepAttempts } from './step-attempts.tsx';
import { JsonSection, StepDataSections } from './step-data-sections.tsx';
import { type LoopCounts, parseStepPath } from './step-place.ts';
import { StepRetries } from './step-retries.tsx';

/** Links from a record that a run synced to its item, which has both sides and what the target refused. */
function SyncedRecordLink({ runId, record }: { runId: string; record: NonNullable<StepSummary['syncRecord']> }) {
  const { data } = useRun(runId).run;
  const { flowId, sourceItemId } = record;
  if (!data || flowId === undefined) return null;
  return (
    <div>
      <Link href={syncDataPath(data.workflowId, flowId, sourceItemId)}>Open the record in Sync Data</Link>
    </div>
  );
}

/** Why the step failed (spec RUN-13). */
export interface StepDetailsProps {
  runId: string;
  stepInstanceId: string;
  /** The step as the list has it, so that its header appears before its data. */
  summary: StepSummary | undefined;
  isRunning: boolean;
  runStatus?: RunStatus | undefined;
  /** The name is shown above, so the header has the kind of step instead. */
  isNameLeftOut?: boolean | undefined;
}

/** The input and output of one step (spec RUN-10, RUN-13, RUN-14, RUN-22, RUN-24, ENG-08). */
export function StepDetails({ runId, stepInstanceId, summary, isRunning, runStatus, isNameLeftOut = false }: StepDetailsProps) {
  const query = useStepInstance(runId, stepInstanceId, { isRunning });
  // A listed step has its header at once; only its data is loaded.
  const { shown: read, indicator } = useLoaded(query.data, 'Loading the data of the step');
  const step = query.data ?? summary;
  // The list is first to know that a step continued or ended, so data that was read before is outdated.
  const isOld =
    summary !== undefined &&
    query.data !== undefined &&
    (summary.status !== query.data.status || summary.startedAt !== query.data.startedAt);
  const { refetch } = query;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  if (isApiError(query.error) && query.error.code === 'step-data-removed' && !query.data) {
    return (
      <Banner tone="info" title="This step is no longer stored">
        {getErrorMessage(query.error)}
      </Banner>
    );
  }
  if (query.error && !query.data) return <FailedRead query={query} />;
  if (!step || (!read && !summary)) return indicator;
  return (
    <Card
      title={
        <Inline $gap={3}>
          <StepIcon type={step.stepType} />
          <Span $breaks $shrinks>
            {isNameLeftOut && !step.syncRecord ? getStepLook(step.stepType).word : titleOfStep(step)}
          </Span>
        </Inline>
      }
      actions={wentOnAfter(step.status, runStatus) ? <Badge tone="warning">{WENT_ON}</Badge> : <StatusBadge status={step.status} />}
    >
      <Stack>
        <StepFacts step={step} loops={read?.stepData?.loops} isKindShown={!isNameLeftOut} />
        {read?.stepData?.source ? <Muted>{SOURCES[read.stepData.source]}</Muted> : null}
        {step.errorMessage ? (
          <Problem $breaks $whiteSpace="pre-wrap" role="alert">
            {step.errorMessage}
          </Problem>
        ) : null}
        {read?.attempts ? <StepAttempts runId={runId} stepInstanceId={stepInstanceId} attempts={read.attempts} /> : null}
        {step.retries ? <StepRetries step={{ ...step, retries: step.retries }} isContinued={read?.attempts !== undefined} /> : null}
        {step.syncRecord ? <SyncedRecordLink runId={runId} record={step.syncRecord} /> : null}
        {read ? null : indicator}
        {read?.stepData ? (
          <>
            <LookSwitch label="the data" />
            <StepDataSections data={read.stepData} errorMessage={step.errorMessage} />
          </>
        ) : null}
        {read && !read.stepData && step.finishedAt ? <Muted>{whyNoData(step)}</Muted> : null}
        {read?.hasContextData ? <StepContext runId={runId} stepInstanceId={stepInstanceId} /> : null}
      </Stack>
    </Card>
  );
}

const SOURCES = {
  Pinned: 'Not executed: this is the pinned output.',
  EarlierRun: 'Not executed: the test started later. This is the step’s output in an earlier run.',
} as const;

/** No data is stored if the workflow logs only failed runs (spec ENG-23); while a run is running it still has it. */
function whyNoData({ hasContextData, status }: StepSummary): string {
  if (hasContextData) return 'This step left no data.';
  return status === 'Failed'
    ? 'No data is stored for this step.'
    : 'No data is stored for this step: its workflow logs data only for failed runs, and this run didn’t fail.';
}

function StepFacts({ step, loops, isKindShown }: { step: StepSummary; loops: LoopCounts | undefined; isKindShown: boolean }) {
  const { words } = parseStepPath(step.path, loops);
  const tookMs = step.startedAt && step.finishedAt ? Date.parse(step.finishedAt) - Date.parse(step.startedAt) : null;
  return (
    <Inline as="p" $gap={[1, 4]} $align="stretch" $color="muted" $size="small" $isNumber>
      {isKindShown ? <span>{getStepLook(step.stepType).word}</span> : null}
      {words ? <span title={step.path}>in {words}</span> : null}
      <span>
        Started <DateTime value={step.startedAt} />
      </span>
      {tookMs === null ? null : <span>Took {formatDuration(tookMs)}</span>}
    </Inline>
  );
}

function StepContext({ runId, stepInstanceId }: { runId: string; stepInstanceId: string }) {
  const [isWanted, setIsWanted] = useState(false);
  const context = useStepContext(runId, stepInstanceId, isWanted);
  const { shown, indicator } = useLoaded(isWanted ? context.data : null, 'Loading the context');
  if (!isWanted) {
    return (
      <div>
        <Button size="dense" onPress={() => setIsWanted(true)}>
          Show data available to this step
        </Button>
      </div>
    );
  }
  if (context.error) return <FailedRead query={context} />;
  if (!shown) return indicator;
  return <JsonSection title="Context" value={shown} />;
}
