import { useHost } from '@portage/area-kit';
import { Button, Inline } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { useDraftParam } from '../drafts/use-draft-place.ts';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { cacheDraft } from '../save/use-draft-calls.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { restoredWords } from './version-words.ts';

interface RestoreProps {
  steps: readonly WorkflowStep[];
  /** Some of the version's steps are hidden from this person, so it can't be fully restored. */
  isPartial: boolean;
  isCurrent: boolean;
  onRestored: () => void;
}

/** Puts old steps into Design: as the draft of an active workflow, or into the workflow, which is then deactivated (spec EDIT-30). */
export function RestoreVersion({ steps, isPartial, isCurrent, onRestored }: RestoreProps) {
  const { notify } = useHost();
  const { isActive } = useOpenWorkflow();
  const isDraft = useOpenDraft() !== null;
  const saving = useSaving();
  const store = useEditorStore();
  const hasHidden = useEditor((state) => state.hasHiddenSteps);
  const restoreIntoDraft = useRestoreIntoDraft(steps);
  const isImpossible = hasHidden || isPartial;
  async function restore() {
    const wasActive = isActive && !isDraft;
    if (wasActive && !(await saving.setActive(false))) return;
    store.change(steps);
    notify.success(restoredWords(wasActive));
    onRestored();
  }
  return (
    <Inline>
      {isActive && !isDraft ? (
        <Button variant="primary" isDisabled={isImpossible} onPress={restoreIntoDraft}>
          Restore into draft
        </Button>
      ) : null}
      <Button isDisabled={isCurrent || isImpossible} onPress={restore}>
        Restore this version
      </Button>
    </Inline>
  );
}

/** Saves the steps as the draft next to the published version, replacing the draft's steps, and opens it. */
function useRestoreIntoDraft(steps: readonly WorkflowStep[]) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const { id, versionId } = useOpenWorkflow();
  const { enter } = useDraftParam();
  return async () => {
    const params = { id };
    const before = (await api('GET /api/workflows/{id}/draft', { params })).draft;
    const body = { versionId: before?.versionId ?? versionId, steps: [...steps] };
    const { draft } = await api('PUT /api/workflows/{id}/draft', { params, body });
    cacheDraft(queryClient, id, draft);
    notify.success('The version is in the draft now. The published version stays as it is.');
    enter();
  };
}
