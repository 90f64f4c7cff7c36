import type { WorkflowStep } from '@portage/workflow';
import { useEffect } from 'react';
import { useEditor, useEditorStore } from './editor-context.tsx';

/** Steps whose scripts can't be parsed are invalid. The parser loads when the first script appears. */
export function useScriptCheck(): void {
  const store = useEditorStore();
  const isWanted = useEditor((state) => state.steps.some(hasScript));
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOpen = true;
    import('@portage/workflow/scripts')
      .then(({ scriptProblems }) => isOpen && store.addCheck((steps) => scriptProblems(steps)))
      // Without the parser, the server reports it at activation.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [isWanted, store]);
}

function hasScript(step: WorkflowStep): boolean {
  return step.type === 'CustomScript' || (step.type === 'Branch' && step.conditionGroups.some(({ useScript }) => useScript));
}
