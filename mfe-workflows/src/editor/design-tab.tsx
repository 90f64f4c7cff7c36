import styled from 'styled-components';
import { StepPanel } from './panel/step-panel.tsx';
import { useEditor, useEditorStore } from './state/editor-context.tsx';
import { WorkflowOutline } from './workflow-outline.tsx';

const Place = styled.div`
  position: relative;
  height: 100%;
`;

/** Spec EDIT-15: palette, flowchart and, at the right, the form of the open step. */
export function DesignTab() {
  const steps = useEditor((state) => state.steps);
  const store = useEditorStore();
  return (
    <Place>
      <WorkflowOutline steps={steps} onChoose={(stepId) => store.open(steps.find((step) => step.stepId === stepId)?.clientId ?? null)} />
      <StepPanel />
    </Place>
  );
}
