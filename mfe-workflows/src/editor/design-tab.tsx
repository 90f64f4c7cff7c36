import { useEditor, useEditorStore } from './state/editor-context.tsx';
import { WorkflowOutline } from './workflow-outline.tsx';

/** Spec EDIT-15: palette, flowchart and, at the right, the form of the open step. */
export function DesignTab() {
  const steps = useEditor((state) => state.steps);
  const store = useEditorStore();
  return (
    <WorkflowOutline steps={steps} onChoose={(stepId) => store.open(steps.find((step) => step.stepId === stepId)?.clientId ?? null)} />
  );
}
