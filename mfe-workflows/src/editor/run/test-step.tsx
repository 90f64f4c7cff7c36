import { runStatusLooks, useApi, useSessionUser } from '@portage/area-kit';
import { Banner, Button, Dialog, Hint, IconButton, Stack, space, useLoaded } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { FlaskConical, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { StepDetails } from '../../run-view/step-details.tsx';
import { useLiveRun } from '../../runs/run-queries.ts';
import { stepViews } from '../../step-types/step-views.ts';
import { isInField } from '../focus/is-in-field.ts';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { JsonField, useSampleScope } from '../values/index.ts';
import { proposedValues, readGiven } from './given-values.ts';
import { buildInputKey, keepInput, readStoredInput } from './kept-input.ts';

const Row = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${space(2)};
  padding-bottom: ${space(1)};
`;

/** The button in a step's panel that tests only this step. Renders nothing for a trigger. */
export function TestStep({ step }: { step: WorkflowStep }) {
  const [isOpen, setIsOpen] = useState(false);
  if (step.type === 'Trigger') return null;
  return (
    <>
      <IconButton label="Test this step alone" icon={<FlaskConical aria-hidden />} onPress={() => setIsOpen(true)} />
      {isOpen ? <TestStepDialog step={step} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function TestStepDialog({ step, onClose }: { step: WorkflowStep; onClose: () => void }) {
  const api = useApi();
  const { id } = useOpenWorkflow();
  const userId = useSessionUser()?.id ?? '';
  const inputKey = buildInputKey(userId, id, step.clientId ?? step.stepId);
  const ofDraft = useOpenDraft() !== null;
  const problem = useEditor((state) => state.problems.find(({ stepId }) => stepId === step.stepId));
  const text = JSON.stringify(step);
  const scope = useSampleScope(step.stepId, collectText(step));
  // Until the person types, the field shows values of the last run or the samples, which may still be loading.
  const [written, setWritten] = useState<string | null>(() => readStoredInput(localStorage, inputKey, Date.now()));
  function write(text: string | null) {
    setWritten(text);
    keepInput(localStorage, inputKey, text, Date.now());
  }
  const proposed = proposedValues(text, scope.steps);
  const isLong = written === null && proposed.text === null;
  const shown = written ?? proposed.text ?? '';
  const given = isLong ? { ok: true as const, values: proposed.values } : readGiven(shown);
  const [runId, setRunId] = useState<string | null>(null);

  async function run() {
    if (!given.ok) return;
    setRunId(null);
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-step', {
      params: { id },
      body: { step, stepValues: given.values, ...(ofDraft ? { ofDraft } : {}) },
    });
    setRunId(workflowInstanceId);
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Test “${step.stepId}” alone`} isWide actions={<Button onPress={onClose}>Close</Button>}>
      <Stack>
        {problem ? <Banner tone="warning">{problem.message}</Banner> : null}
        <JsonField
          label="Values from other steps"
          value={shown}
          onChange={write}
          rows={8}
          errorMessage={given.ok ? undefined : given.message}
        />
        {isLong ? (
          <Banner tone="info">
            The values of the last run are too long to edit here. The test uses them as they are, unless you write your own.
          </Banner>
        ) : null}
        <Hint>By step name, from the last run or the samples. Change them as you like. {stepViews[step.type].testEffect}</Hint>
        <Row>
          {written === null ? null : <Button onPress={() => write(null)}>Values of the run</Button>}
          <Button variant="primary" icon={<Play aria-hidden />} isDisabled={!given.ok} onPress={run}>
            {runId === null ? 'Test step' : 'Test again'}
          </Button>
        </Row>
        {runId === null ? null : <TestResult key={runId} runId={runId} name={step.stepId} />}
      </Stack>
    </Dialog>
  );
}

function TestResult({ runId, name }: { runId: string; name: string }) {
  const { run, steps, isRunning } = useLiveRun(runId, 0);
  const record = steps.data?.stepInstances.find((one) => one.name === name);
  const { shown, indicator } = useLoaded(record, 'Running the step');
  const error = shown ? null : run.data?.errorMessage;
  const status = shown ? shown.status : error ? 'Failed' : 'InProgress';
  const isOver = error || (shown && shown.finishedAt !== null);
  const result = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the person is typing elsewhere by then, they keep the focus.
    if (isOver && !isInField(document.activeElement)) result.current?.focus();
  }, [isOver]);
  return (
    <section ref={result} tabIndex={-1} aria-label={`Result of the test: ${runStatusLooks[status].word}`}>
      {shown ? <StepDetails runId={runId} stepInstanceId={shown.id} summary={shown} isRunning={isRunning} /> : null}
      {error ? <Banner tone="danger">{error}</Banner> : null}
      {shown || error ? null : indicator}
    </section>
  );
}

/** Everything of a step that may refer to other steps, as one text. */
function collectText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(collectText).join('\n');
}
