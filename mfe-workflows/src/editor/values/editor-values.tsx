import type { ReactNode } from 'react';
import { useFailedTurn } from '../repair/use-repair.ts';
import { useEditor } from '../state/editor-context.tsx';
import { ValueSelectorProvider } from './value-selector-provider.tsx';

/** Provides the values of the edited workflow to the fields below; needs an EditorProvider above. */
export function EditorValues({ workflowId, children }: { workflowId: string; children: ReactNode }) {
  const steps = useEditor((state) => state.steps);
  const hasHiddenSteps = useEditor((state) => state.hasHiddenSteps);
  const failedTurn = useFailedTurn();
  return (
    <ValueSelectorProvider steps={steps} hasHiddenSteps={hasHiddenSteps} workflowId={workflowId} failedTurn={failedTurn}>
      {children}
    </ValueSelectorProvider>
  );
}
