import type { StepValueName } from '../values/scope.ts';

/** What a step that calls another system offers, including its failure if the run continues after one. */
export function listResponseValues({ continueOnFailure }: { continueOnFailure?: boolean }): StepValueName[] {
  const values: StepValueName[] = ['Response', 'ResponseHttpStatusCode', 'ResponseHeaders', 'ResponseFile'];
  return continueOnFailure ? [...values, 'Error'] : values;
}
