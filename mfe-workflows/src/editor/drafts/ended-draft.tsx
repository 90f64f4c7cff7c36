import { useEffect } from 'react';
import { useOpenDraft, useOpenWorkflow, useSavingState } from '../save/saving-context.tsx';
import { useDraftParam } from './use-draft-place.ts';

/** Leaves the draft once everything is saved, after the workflow was deactivated elsewhere. */
export function EndedDraft() {
  const { isActive } = useOpenWorkflow();
  const draft = useOpenDraft();
  const { phase, hasUnsavedChanges } = useSavingState();
  const { leave } = useDraftParam();
  const isOver = draft !== null && !isActive && phase === 'idle' && !hasUnsavedChanges;
  useEffect(() => {
    if (isOver) leave();
  }, [isOver, leave]);
  return null;
}
