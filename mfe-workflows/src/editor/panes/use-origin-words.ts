import { useDesignData } from '../state/design-data-context.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useValueSources } from '../values/index.ts';

/** Where the shown values of a step come from. @param stepName null: stored data */
export function useOriginWords(stepName: string | null): string {
  const design = useDesignData();
  const { lastRun } = useValueSources();
  const clientId = useEditor((state) => state.steps.find(({ stepId }) => stepId === stepName)?.clientId);
  if (stepName === null) return 'Stored by earlier runs of the workflow';
  if (clientId !== undefined && design?.pins.has(clientId)) return 'Pinned output';
  if (Object.hasOwn(lastRun.values, stepName)) return design?.chosenRunId ? 'From the chosen run' : 'From the last run';
  return 'Expected fields: no values yet';
}
