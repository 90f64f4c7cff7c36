import type { Workflow, WorkflowDraft } from '../../api-types.ts';

/** The subject of an editor: a workflow itself, or the draft beside the published version of an active one. */
export interface Edited extends Pick<Workflow, 'versionId' | 'steps' | 'hasHiddenSteps'> {
  isReadOnly: boolean;
}

/** An active workflow is not changed itself (spec EDIT-46). */
export function editedWorkflow({ versionId, steps, hasHiddenSteps, isActive }: Workflow): Edited {
  return { versionId, steps, hasHiddenSteps, isReadOnly: isActive };
}

/** The draft; before there is one, the published version that it will begin from. */
export function editedDraft(workflow: Workflow, draft: WorkflowDraft | null): Edited {
  const { versionId, steps, hasHiddenSteps } = draft ?? workflow;
  return { versionId, steps, hasHiddenSteps, isReadOnly: !workflow.isActive };
}
