import { useHost } from '@portage/area-kit';
import { Banner, Button, Inline, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { cacheDraft, useWorkflowDraft } from '../save/use-draft-calls.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';

/** Offers the draft that was left when the workflow was deactivated: the workflow itself is edited now. */
export function LeftDraft() {
  const { isActive, hasDraft } = useOpenWorkflow();
  const isDraft = useOpenDraft() !== null;
  return isActive || isDraft || !hasDraft ? null : <Left />;
}

function Left() {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const { id } = useOpenWorkflow();
  const { flush } = useSaving();
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const [confirm, question] = useConfirm();
  const draft = useWorkflowDraft(id).data;
  if (!draft) return null;
  const { versionId, steps, hasHiddenSteps } = draft;

  async function discard() {
    await api('DELETE /api/workflows/{id}/draft', { params: { id }, query: { versionId } });
    cacheDraft(queryClient, id, null);
  }
  async function takeOver() {
    store.change(steps);
    if (!(await flush())) return;
    await discard();
    notify.success('The draft is in the workflow now. Undo brings back the earlier steps.');
  }
  return (
    <>
      <Banner
        title="A draft was left when this workflow was deactivated"
        action={
          <Inline>
            <Button isDisabled={isReadOnly || hasHiddenSteps} onPress={takeOver}>
              Take it over
            </Button>
            <Button
              onPress={() =>
                confirm({
                  message: 'The workflow stays as it is. The version history keeps the saved states of the draft.',
                  confirmLabel: 'Discard',
                  onConfirm: discard,
                })
              }
            >
              Discard draft
            </Button>
          </Inline>
        }
      >
        While a workflow is inactive, you edit it directly. Take over the draft to continue with its steps.
      </Banner>
      {question}
    </>
  );
}
