import type { WorkflowStep } from '@portage/workflow';
import { useVersion } from '../../runs/use-version.ts';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';

/** The steps of a run, from its version if that is still stored, otherwise from the designer. */
export function useVersionSteps(versionId: string | undefined, shown: readonly WorkflowStep[]): readonly WorkflowStep[] {
  const workflow = useOpenWorkflow();
  const draft = useOpenDraft()?.saved ?? null;
  const known = [workflow, ...(draft ? [draft] : [])].find((one) => one.versionId === versionId);
  const version = useVersion(workflow.id, known ? undefined : versionId);
  if (versionId === undefined) return workflow.steps;
  return known?.steps ?? version?.steps ?? shown;
}
