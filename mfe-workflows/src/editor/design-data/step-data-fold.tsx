import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Banner, Button, FoldingPanel, Hint, Inline, Muted, Stack, Tabs } from '@portage/ui';
import { canBePinned } from '@portage/workflow';
import { ClipboardCheck, Pin } from 'lucide-react';
import { useState } from 'react';
import type { StepDetailData } from '../../api-types.ts';
import { StepDataSections } from '../../run-view/step-data-sections.tsx';
import { useDesignData } from '../state/design-data-context.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { DataSource } from './data-source.tsx';
import { useOpenPin } from './pin-dialog-context.ts';
import { getSampleField, withSample } from './sample-of-run.ts';
import { useStepOfRun } from './use-step-of-run.ts';

/** Shown in a step's form: its input and output in the run that the person designs with. */
export function StepDataFold({ step }: { step: EditorStep }) {
  const design = useDesignData();
  const [isOpen, setIsOpen] = useState(foldOpen);
  const { brief, record, isReading } = useStepOfRun(step, isOpen);
  if (!design) return null;
  const isPinned = design.pins.has(step.clientId);
  const fact = isPinned ? 'pinned' : brief?.text;
  return (
    <FoldingPanel
      title="Data"
      facts={
        fact ? (
          <Muted $size="small" $weight="regular">
            {fact}
          </Muted>
        ) : null
      }
      isOpen={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        keepFoldOpen(open);
      }}
    >
      <DataSource />
      {isPinned ? <Banner tone="info">Tests use this step’s pinned output. Real runs execute the step.</Banner> : null}
      {design.runId === null ? <Hint>The workflow hasn’t run yet. Run it once to see the step’s data here.</Hint> : null}
      {design.runId && brief === null ? <Hint>The step did not run in this run.</Hint> : null}
      {isReading ? <Hint>Reading the data…</Hint> : null}
      {record?.stepData ? <InAndOut data={record.stepData} errorMessage={record.errorMessage} /> : null}
      {record && !record.stepData ? <Hint>This step’s data isn’t stored.</Hint> : null}
      <Actions step={step} isPinned={isPinned} data={record?.stepData ?? null} />
    </FoldingPanel>
  );
}

function InAndOut({ data, errorMessage }: { data: StepDetailData; errorMessage: string | null }) {
  const { response, log, payload, error, ...input } = data;
  const [tab, setTab] = useState('output');
  const hasInput = Object.keys(input).some((name) => name !== 'source');
  const output: StepDetailData = withoutUndefined({ response, payload, log, error });
  return (
    <Tabs
      label="Data of the step"
      selected={tab}
      onSelect={setTab}
      items={[
        { id: 'output', label: 'Output', content: <Stack>{<StepDataSections data={output} errorMessage={null} />}</Stack> },
        {
          id: 'input',
          label: 'Input',
          content: hasInput ? (
            <Stack>
              <StepDataSections data={input} errorMessage={errorMessage} />
            </Stack>
          ) : (
            <Hint>Nothing went in.</Hint>
          ),
        },
      ]}
    />
  );
}

function Actions({ step, isPinned, data }: { step: EditorStep; isPinned: boolean; data: StepDetailData | null }) {
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const openPin = useOpenPin();
  const sampled = data && !isReadOnly ? withSample(step, data) : null;
  return (
    <Inline>
      {canBePinned(step) ? (
        <Button size="dense" icon={<Pin aria-hidden />} onPress={() => openPin(step.clientId)}>
          {isPinned ? 'Pinned output…' : 'Pin output…'}
        </Button>
      ) : null}
      {sampled ? (
        <Button
          size="dense"
          icon={<ClipboardCheck aria-hidden />}
          isDisabled={JSON.stringify(sampled) === JSON.stringify(step)}
          onPress={() => store.changeStep(step.clientId, sampled, getSampleField(step) ?? undefined)}
        >
          Use as sample
        </Button>
      ) : null}
    </Inline>
  );
}

const KEY = 'portage:step-data-open';

/** Whether the person has left the step data open. */
function foldOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

function keepFoldOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? 'yes' : 'no');
  } catch {
    // Storage is full or forbidden.
  }
}
