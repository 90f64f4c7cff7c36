import type { WorkflowStep } from '@portage/workflow';
import { useEffect } from 'react';
import { useEditor, useEditorStore } from './editor-context.tsx';

/** Reports scripts that can't be parsed as problems. The parser loads when the first script appears. */
export function useScriptCheck(): void {
  const store = useEditorStore();
  const isWanted = useEditor((state) => state.steps.some(hasScript));
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOpen = true;
    import('@portage/workflow/scripts')
      .then(({ scriptProblems }) => isOpen && store.addCheck((steps) => scriptProblems(steps)))
      // Without the parser, only activation reports it.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [isWanted, store]);
}

function hasScript(step: WorkflowStep): boolean {
  return step.type === 'CustomScript' || (step.type === 'Branch' && step.conditionGroups.some(({ useScript }) => useScript));
}
