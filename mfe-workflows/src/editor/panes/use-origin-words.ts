import type { StepSamples } from '@portage/mapping-editor/value-field';
import { useDesignData } from '../state/design-data-context.ts';

/** Where the shown values of a step come from. @param stepName null: stored data */
export function useOriginWords({ origins }: StepSamples, stepName: string | null, hasValues: boolean): string {
  const design = useDesignData();
  if (stepName === null) return 'Stored by earlier runs of the workflow';
  switch (origins[stepName]) {
    case 'pin':
      return 'Pinned output';
    case 'test':
      return 'From the last test';
    case 'run':
      return design?.chosenRunId ? 'From the chosen run' : 'From the last run';
    case 'schema':
      return 'Expected fields, with examples';
    default:
      return hasValues ? 'From the step’s sample' : 'Expected fields: no values before a test, a run or a sample in the step’s form';
  }
}
