import { runPath, runStatusLooks, StatusBadge } from '@portage/area-kit';
import { getErrorMessage, recordedValues } from '@portage/contracts';
import {
  Banner,
  Button,
  FailedRead,
  FoldingPanel,
  formatDateTime,
  formatDuration,
  Hint,
  Inline,
  LinkButton,
  Muted,
  Problem,
  Spinner,
  Stack,
} from '@portage/ui';
import { canBePinned, type StepValues, type WorkflowStep } from '@portage/workflow';
import { ClipboardCheck, Pin } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Sample, StepDetail, StepDetailData } from '../../api-types.ts';
import { StepDataSections } from '../../run-view/step-data-sections.tsx';
import { useRun, useStepInstance, useStepPage } from '../../runs/run-queries.ts';
import { DataSource } from '../design-data/data-source.tsx';
import { useOpenPin } from '../design-data/pin-dialog-context.ts';
import { getSampleField, withSample } from '../design-data/sample-of-run.ts';
import { useStepOfRun } from '../design-data/use-step-of-run.ts';
import type { StepTesting } from '../run/use-step-test.tsx';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { useDesignData } from '../state/design-data-context.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { StepTest } from '../state/step-tests.ts';
import { useStepSample } from '../values/samples/use-samples.ts';
import { groupOfValues } from '../values/selector/step-groups.ts';
import { PaneData } from './pane-data.tsx';
import type { PaneStep } from './step-panes.tsx';
import { ValueActions } from './value-actions.tsx';

export interface OutPaneProps {
  step: PaneStep;
  testing: Pick<StepTesting, 'last' | 'isStarting'>;
}

/** What the step returned: in its last test, in the run that the person designs with, or as its pinned output. */
export function OutPane({ step, testing }: OutPaneProps) {
  const { last, isStarting } = testing;
  const [isRunShown, setIsRunShown] = useState(false);
  const runId = useDesignData()?.runId;
  const { sample } = useStepSample(useOpenWorkflow().id, step.clientId, last === undefined);
  if (isStarting) return <Testing />;
  // The shown run tells more about its own steps than their samples do.
  const tested = last === undefined && sample?.origin === 'test' && sample.workflowInstanceId !== runId ? sample : null;
  if (tested && !isRunShown) return <OfSample step={step} sample={tested} onRun={() => setIsRunShown(true)} />;
  if (last === undefined || isRunShown) {
    return <OfRun step={step} onTest={last || tested ? () => setIsRunShown(false) : undefined} />;
  }
  return (
    <Stack $gap={2} $grows $shrinks>
      {last.kind === 'refused' ? (
        <Banner tone="danger" title="The test couldn’t start">
          {getErrorMessage(last.problem)}
        </Banner>
      ) : (
        <OfTest key={last.runId} step={step} test={last} />
      )}
      <Inline $justify="end">
        <Button size="dense" variant="ghost" onPress={() => setIsRunShown(true)}>
          Show the run’s output
        </Button>
      </Inline>
    </Stack>
  );
}

/** What a test of an earlier visit returned. */
function OfSample({ step, sample, onRun }: { step: PaneStep; sample: Sample; onRun: () => void }) {
  return (
    <Stack $gap={2} $grows $shrinks>
      <Muted $size="small">{sample.at === null ? 'Test' : `Test of ${formatDateTime(sample.at)}`}</Muted>
      {sample.isStale ? <Hint>The step has changed since. Test it again to see what it returns now.</Hint> : null}
      {sample.isCut ? <Hint>It was too long to keep: only the beginning is here.</Hint> : null}
      <Values step={step} values={sample.values} />
      <Inline $justify="end">
        <Button size="dense" variant="ghost" onPress={onRun}>
          Show the run’s output
        </Button>
      </Inline>
    </Stack>
  );
}

function Testing() {
  return (
    <Inline role="status" $gap={2}>
      <Spinner /> Testing the step…
    </Inline>
  );
}

const words = { alone: 'Test', upTo: 'Run up to here', from: 'Run from here' } as const;

interface OfTestProps {
  step: PaneStep;
  test: Extract<StepTest, { runId: string }>;
}

function OfTest({ step, test }: OfTestProps) {
  const { result } = test;
  if (!result) return <OfFollowedTest step={step} test={test} />;
  const { workflowInstance, stepInstance } = result;
  return <Outcome step={step} kind={test.kind} record={stepInstance ?? undefined} error={workflowInstance.errorMessage} />;
}

function OfFollowedTest({ step, test: { kind, runId } }: OfTestProps) {
  const { run, isRunning, isPushed } = useRun(runId);
  const search = { pageIndex: 0, ...(kind === 'alone' ? {} : { name: step.stepId }) };
  const steps = useStepPage(runId, search, { isRunning, isPushed });
  // The run of a step alone has a trigger and this step, possibly under an earlier name.
  const summary = steps.data?.stepInstances.find(({ stepType }) => kind !== 'alone' || stepType !== 'Trigger');
  const record = useStepInstance(runId, summary?.id ?? null, { isRunning }).data;
  const error = run.data?.errorMessage;
  const isOver = record !== undefined && record.finishedAt !== null;
  if (!isOver && !error) return <Testing />;
  if (!isOver && kind !== 'alone') {
    return (
      <Banner tone="danger" title="The run didn’t reach this step" action={<LinkButton href={runPath(runId)}>Open run</LinkButton>}>
        {error}
      </Banner>
    );
  }
  return <Outcome step={step} kind={kind} record={record} error={error} />;
}

interface OutcomeProps {
  step: PaneStep;
  kind: OfTestProps['test']['kind'];
  /** Undefined: the run ended before the step began. */
  record: StepDetail | undefined;
  /** Why the run failed. */
  error: string | null | undefined;
}

function Outcome({ step, kind, record, error }: OutcomeProps) {
  const status = record?.status ?? 'Failed';
  const tookMs = record?.startedAt && record.finishedAt ? Date.parse(record.finishedAt) - Date.parse(record.startedAt) : null;
  return (
    <>
      <Inline $gap={2} role="status" aria-label={`Result of the test: ${runStatusLooks[status].word}`}>
        <StatusBadge status={status} />
        <Muted $size="small">{tookMs === null ? words[kind] : `${words[kind]}, took ${formatDuration(tookMs)}`}</Muted>
      </Inline>
      <Result step={step} data={record?.stepData ?? null} error={record?.errorMessage ?? error ?? null} />
    </>
  );
}

/** @param onTest shows the last test instead */
function OfRun({ step, onTest }: { step: PaneStep; onTest: (() => void) | undefined }) {
  const design = useDesignData();
  const { brief, record, isReading, failed } = useStepOfRun(step, true);
  const pinned = design?.pins.get(step.clientId);
  if (!design) return null;
  return (
    <Stack $gap={2} $grows $shrinks>
      <DataSource />
      {pinned ? <Banner tone="info">Tests use this pinned output. Real runs execute the step.</Banner> : null}
      {isReading ? <Hint>Reading the data…</Hint> : null}
      {record && !pinned ? (
        <Inline $gap={2}>
          <StatusBadge status={record.status} />
          <Muted $size="small">{design.chosenRunId ? 'In the chosen run' : 'In the last run'}</Muted>
        </Inline>
      ) : null}
      {pinned ? <Values step={step} values={pinned} /> : null}
      {record && !pinned ? (
        <Result step={step} data={record.stepData} error={record.errorMessage} />
      ) : failed && !pinned ? (
        <FailedRead title="The step’s data could not be read" query={failed} />
      ) : pinned || isReading ? null : (
        <Hint>{design.runId === null ? <MissingRun clientId={step.clientId} /> : describeAbsence(brief !== null)}</Hint>
      )}
      <Inline $gap={2}>
        <DataActions clientId={step.clientId} isPinned={pinned !== undefined} data={record?.stepData ?? null} />
        {onTest ? (
          <Button size="dense" variant="ghost" onPress={onTest}>
            Show the test’s output
          </Button>
        ) : null}
      </Inline>
    </Stack>
  );
}

function Result({ step, data, error }: { step: PaneStep; data: StepDetailData | null; error: string | null }) {
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const values = useMemo(() => (data ? recordedValues({ stepType: step.type, stepData: data }) : null), [data, step.type]);
  if (!data && !error) return <Hint>This step’s data isn’t stored.</Hint>;
  const { response: _response, payload: _payload, error: _error, log, ...details } = data ?? {};
  const hasDetails = Object.keys(details).some((name) => name !== 'source');
  return (
    <>
      {error ? (
        <Problem role="alert" $breaks $whiteSpace="pre-wrap">
          {error}
        </Problem>
      ) : null}
      {data?.source ? (
        <Hint>{data.source === 'Pinned' ? 'Not executed: this is the pinned output.' : 'Not executed: from an earlier run.'}</Hint>
      ) : null}
      {values && Object.keys(values).length > 0 ? <Values step={step} values={values} /> : null}
      {log ? <StepDataSections data={{ log }} errorMessage={null} /> : null}
      {hasDetails ? (
        <FoldingPanel title="What the step was given" isOpen={areDetailsOpen} onOpenChange={setAreDetailsOpen}>
          <StepDataSections data={details} errorMessage={error} />
        </FoldingPanel>
      ) : null}
    </>
  );
}

function Values({ step, values }: { step: PaneStep; values: StepValues }) {
  const { stepId, type } = step;
  const group = useMemo(() => groupOfValues({ stepId, type }, values), [stepId, type, values]);
  return (
    <PaneData label={`Output of ${step.stepId}`} group={group} renderActions={(picked) => <ValueActions step={step} picked={picked} />} />
  );
}

function MissingRun({ clientId }: { clientId: string }) {
  return useEditor(({ steps }) => describeMissingRun(steps.find((step) => step.clientId === clientId)));
}

function describeMissingRun(step: WorkflowStep | undefined): string {
  if (step?.type !== 'Trigger') return 'Nothing yet: test the step, or run the workflow once.';
  return getSampleField(step) === null
    ? 'Nothing yet: run the workflow once.'
    : 'Nothing yet: run the workflow once. Until then, the other steps use the sample in the form.';
}

function describeAbsence(didRun: boolean): string {
  return didRun ? 'This step’s data isn’t stored.' : 'The step did not run in this run.';
}

function DataActions({ clientId, isPinned, data }: { clientId: string; isPinned: boolean; data: StepDetailData | null }) {
  const store = useEditorStore();
  // A sample of a megabyte isn't written and compared between a key and its letter.
  const step = useDeferredValue(useEditor((state) => state.steps.find((one) => one.clientId === clientId)));
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const openPin = useOpenPin();
  const sampled = useMemo(() => (data && step && !isReadOnly ? withSample(step, data) : null), [data, step, isReadOnly]);
  const isSampled = useMemo(() => JSON.stringify(sampled) === JSON.stringify(step), [sampled, step]);
  if (!step) return null;
  return (
    <>
      {canBePinned(step) ? (
        <Button size="dense" icon={<Pin aria-hidden />} onPress={() => openPin(step.clientId)}>
          {isPinned ? 'Pinned output…' : 'Pin output…'}
        </Button>
      ) : null}
      {sampled ? (
        <Button
          size="dense"
          icon={<ClipboardCheck aria-hidden />}
          isDisabled={isSampled}
          onPress={() => store.changeStep(step.clientId, sampled, getSampleField(step) ?? undefined)}
        >
          Use as sample
        </Button>
      ) : null}
    </>
  );
}
