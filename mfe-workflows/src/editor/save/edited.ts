import type { Workflow, WorkflowDraft } from '../../api-types.ts';

/** What an editor edits: a workflow itself, or the draft next to the published version of an active one. */
export interface Edited extends Pick<Workflow, 'versionId' | 'steps' | 'hasHiddenSteps'> {
  isReadOnly: boolean;
}

/** An active workflow itself isn't changed (spec EDIT-46). */
export function editedWorkflow({ versionId, steps, hasHiddenSteps, isActive }: Workflow): Edited {
  return { versionId, steps, hasHiddenSteps, isReadOnly: isActive };
}

/** The draft; before one exists, the published version that it will start from. */
export function editedDraft(workflow: Workflow, draft: WorkflowDraft | null): Edited {
  const { versionId, steps, hasHiddenSteps } = draft ?? workflow;
  return { versionId, steps, hasHiddenSteps, isReadOnly: !workflow.isActive };
}
