import type { RunStatus } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { WorkflowOutline } from './workflow-outline.tsx';

export interface FlowPictureProps {
  steps: readonly WorkflowStep[];
  /** By step name; absent: no run is shown. */
  statusOf?: ((stepId: string) => RunStatus | undefined) | undefined;
  onOpenStep?: ((stepId: string) => void) | undefined;
}

/** A workflow to look at: a version, or the steps of a run with how they went. */
export function FlowPicture({ steps, onOpenStep }: FlowPictureProps) {
  return <WorkflowOutline steps={steps} onChoose={(stepId) => onOpenStep?.(stepId)} />;
}
