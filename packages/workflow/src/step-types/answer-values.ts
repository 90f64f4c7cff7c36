import type { StepValueName } from '../expressions/scope.ts';

/** What a step that calls another system offers; its failure too, where the run goes on after one. */
export function answerValues({ continueOnFailure }: { continueOnFailure?: boolean }): StepValueName[] {
  const values: StepValueName[] = ['Response', 'ResponseHttpStatusCode', 'ResponseHeaders', 'ResponseFile'];
  return continueOnFailure ? [...values, 'Error'] : values;
}
