import { useMemo } from 'react';
import type { RunInstance } from '../api-types.ts';
import { useVersion } from '../runs/use-version.ts';
import { describeStep } from '../step-types/step-words.ts';

/** What the steps of a run's version do, by name; empty if the version isn't known. */
export function useStepSentences({ workflowId, workflowVersionId }: RunInstance): ReadonlyMap<string, string> {
  const version = useVersion(workflowId, workflowVersionId);
  return useMemo(() => new Map(version?.steps.map((step) => [step.stepId, describeStep(step)])), [version]);
}
