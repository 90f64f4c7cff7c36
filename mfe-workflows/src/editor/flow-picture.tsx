import { useSessionUser } from '@portage/area-kit';
import type { WorkflowStep } from '@portage/workflow';
import type { StatusOf } from './canvas/canvas-types.ts';
import { DesignCanvas } from './design-canvas.tsx';

export interface FlowPictureProps {
  mode: 'run' | 'version';
  steps: readonly WorkflowStep[];
  statusOf?: StatusOf | undefined;
  openStepId?: string | null | undefined;
  onOpenStep?: ((stepId: string) => void) | undefined;
}

/** A read-only flowchart of a version, or of a run's steps with their results. Hidden steps stay hidden (spec EDIT-78). */
export function FlowPicture({ mode, steps, statusOf, openStepId, onOpenStep }: FlowPictureProps) {
  const user = useSessionUser();
  return (
    <DesignCanvas
      mode={mode}
      steps={steps}
      statusOf={statusOf}
      openStepId={openStepId}
      onOpenStep={(step) => onOpenStep?.(step.stepId)}
      showsHidden={user?.isImpersonating ?? false}
    />
  );
}
