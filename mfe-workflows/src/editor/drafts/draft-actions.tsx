import { useHost } from '@portage/area-kit';
import { Badge, Button, Inline, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { PencilRuler, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useFirstProblem } from '../panel/validity-indicator.tsx';
import { useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { cacheDraft, getSavedDraft, useDraftRestoring } from '../save/use-draft-calls.ts';
import { useEditor } from '../state/editor-context.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useDraftParam } from './use-draft-place.ts';

/** Shown on the published version: opens its draft. */
export function EditDraft() {
  const { isActive, hasDraft } = useOpenWorkflow();
  const { enter } = useDraftParam();
  if (!isActive) return null;
  return (
    <Inline>
      {hasDraft ? <Badge tone="warning">Has a draft</Badge> : null}
      <Button size="dense" icon={<PencilRuler aria-hidden />} onPress={enter}>
        Edit draft
      </Button>
    </Inline>
  );
}

/** Shown on the draft: publishes or discards it. */
export function DraftActions() {
  const { notify, api } = useHost();
  const queryClient = useQueryClient();
  const { id, name } = useOpenWorkflow();
  const restore = useDraftRestoring(id);
  const { flush, catchUp } = useSaving();
  const { phase } = useSavingState();
  const problem = useFirstProblem();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const { leave } = useDraftParam();
  const [isPublishing, setIsPublishing] = useState(false);
  const [confirm, question] = useConfirm();
  const isConflict = phase === 'conflict';

  async function showPublished() {
    if (isReadOnly || (await flush())) leave();
  }
  async function discard() {
    if (!isReadOnly && !(await flush())) return;
    const saved = getSavedDraft(queryClient, id);
    if (saved) {
      try {
        await api('DELETE /api/workflows/{id}/draft', { params: { id }, query: { versionId: saved.versionId } });
      } catch (error) {
        notify.error(error);
        await catchUp();
        return;
      }
      cacheDraft(queryClient, id, null);
      const text = 'The draft is discarded. The version history keeps its saved states.';
      // The draft's hidden steps are missing here, so there is no Undo: only the history can restore it.
      if (saved.hasHiddenSteps) notify.success(text);
      else notify.success(text, { label: 'Undo', about: `the draft of “${name}”`, onAction: () => restore(saved.steps) });
    }
    leave();
  }
  return (
    <Inline data-keeps-panel>
      <Button size="dense" isDisabled={isConflict} onPress={showPublished}>
        Show published
      </Button>
      <Button
        size="dense"
        isDisabled={isConflict}
        onPress={() =>
          confirm({
            message: 'The published version stays as it is. The version history keeps the saved states of the draft.',
            confirmLabel: 'Discard',
            onConfirm: discard,
          })
        }
      >
        Discard draft
      </Button>
      <Button
        size="dense"
        variant="primary"
        icon={<Rocket aria-hidden />}
        isDisabled={isConflict || problem !== null}
        onPress={async () => {
          if (isReadOnly || (await flush())) setIsPublishing(true);
        }}
      >
        Publish
      </Button>
      {question}
      {isPublishing ? <PublishDialog onClose={() => setIsPublishing(false)} onPublished={leave} /> : null}
    </Inline>
  );
}
