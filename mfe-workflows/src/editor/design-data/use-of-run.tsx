import { useHost } from '@portage/area-kit';
import { recordedValues } from '@portage/contracts';
import { Button, Inline } from '@portage/ui';
import { canBePinned, type WorkflowStep } from '@portage/workflow';
import { ClipboardCheck, PencilRuler, Pin } from 'lucide-react';
import type { StepSummary } from '../../api-types.ts';
import { useStepInstance } from '../../runs/run-queries.ts';
import { useDesignData } from '../state/design-data-context.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { pinnedText, readPinned } from './pinned-text.ts';
import { getSampleField, withSample } from './sample-of-run.ts';

/** In the editor's run view: uses a step's input or output as sample or pin. @param version the step as it ran */
export function UseOfRun({ runId, record, version }: { runId: string; record: StepSummary; version: WorkflowStep | undefined }) {
  const { notify } = useHost();
  const design = useDesignData();
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const step = useEditor((state) => state.steps.find(({ clientId }) => clientId === version?.clientId));
  const { data } = useStepInstance(runId, record.id, { isRunning: false });
  if (!design || !step || !data?.stepData) return null;
  const pinned = canBePinned(step) ? readPinned(pinnedText(recordedValues(data))) : null;
  const sampled = isReadOnly ? null : withSample(step, data.stepData);
  return (
    <Inline $padding={[0, 2, 2]}>
      {pinned?.ok ? (
        <Button
          size="dense"
          icon={<Pin aria-hidden />}
          onPress={async () => {
            await design.pin(step.clientId, pinned.values);
            notify.success(`Output of “${step.stepId}” pinned: tests use it instead of executing the step.`);
          }}
        >
          Pin this output
        </Button>
      ) : null}
      {sampled ? (
        <Button
          size="dense"
          icon={<ClipboardCheck aria-hidden />}
          onPress={() => {
            store.changeStep(step.clientId, sampled, getSampleField(step) ?? undefined);
            notify.success(`Sample of “${step.stepId}” changed.`);
          }}
        >
          Use as sample
        </Button>
      ) : null}
      {design.runId === runId ? null : (
        <Button
          size="dense"
          icon={<PencilRuler aria-hidden />}
          onPress={() => {
            design.choose(runId);
            notify.success('The designer now shows this run’s data.');
          }}
        >
          Design with this run
        </Button>
      )}
    </Inline>
  );
}
