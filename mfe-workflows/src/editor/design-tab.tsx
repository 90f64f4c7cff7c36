import { DropdownMenu, IconButton } from '@portage/ui';
import { EllipsisVertical } from 'lucide-react';
import { useRef } from 'react';
import { DesignCanvas } from './design-canvas.tsx';
import { useStepEntries } from './design-data/use-step-entries.tsx';
import { type Handover, StepPanes } from './panes/step-panes.tsx';
import { FailedInput } from './repair/failed-input.tsx';
import { useOpenWorkflow, useSaving } from './save/saving-context.tsx';
import { useEditor } from './state/editor-context.tsx';
import type { EditorStep } from './state/editor-state.ts';
import { StepPanel } from './step-panel/step-panel.tsx';
import { SwitchedOffNotice } from './switched-off/switched-off-notice.tsx';
import { EditorValues } from './values/index.ts';

/** Spec EDIT-15: palette, flowchart and, on the right, the form of the open step. */
export function DesignTab() {
  const { id } = useOpenWorkflow();
  const { save } = useSaving();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const handover = useRef<Handover | null>(null);
  return (
    <DesignCanvas mode="design" onSave={() => void (isReadOnly || save())}>
      <EditorValues workflowId={id}>
        <StepPanel
          renderActions={(step) => <StepMore step={step} />}
          renderNotice={(step) => (
            <>
              <SwitchedOffNotice step={step} />
              <FailedInput stepName={step.stepId} />
            </>
          )}
          renderPanes={(parts) => <StepPanes {...parts} handover={handover} />}
        />
      </EditorValues>
    </DesignCanvas>
  );
}

/** The menu in the header of a step's form with the ways to test it. */
function StepMore({ step }: { step: EditorStep }) {
  const entries = useStepEntries()(step);
  if (entries.length === 0) return null;
  return (
    <DropdownMenu
      label="More actions"
      trigger={<IconButton label="More actions" icon={<EllipsisVertical aria-hidden />} />}
      entries={entries}
    />
  );
}
