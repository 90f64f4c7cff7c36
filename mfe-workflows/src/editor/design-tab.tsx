import { DesignCanvas } from './design-canvas.tsx';
import { StepDataFold } from './design-data/step-data-fold.tsx';
import { StepMore } from './design-data/step-more.tsx';
import { FailedInput } from './repair/failed-input.tsx';
import { TestStep } from './run/test-step.tsx';
import { useOpenWorkflow, useSaving } from './save/saving-context.tsx';
import { useEditor } from './state/editor-context.tsx';
import { StepPanel } from './step-panel/step-panel.tsx';
import { SwitchedOffNotice } from './switched-off/switched-off-notice.tsx';
import { EditorValues } from './values/index.ts';

/** Spec EDIT-15: palette, flowchart and, on the right, the form of the open step. */
export function DesignTab() {
  const { id } = useOpenWorkflow();
  const { save } = useSaving();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  return (
    <DesignCanvas mode="design" onSave={() => void (isReadOnly || save())}>
      <EditorValues workflowId={id}>
        <StepPanel
          renderActions={(step) => (
            <>
              <TestStep step={step} />
              <StepMore step={step} />
            </>
          )}
          renderNotice={(step) => (
            <>
              <SwitchedOffNotice step={step} />
              <FailedInput stepName={step.stepId} />
            </>
          )}
          renderData={(step) => <StepDataFold step={step} />}
        />
      </EditorValues>
    </DesignCanvas>
  );
}
