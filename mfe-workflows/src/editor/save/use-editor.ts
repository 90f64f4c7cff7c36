import { useHost, useSessionUser } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { useEffect, useMemo, useState } from 'react';
import type { Workflow } from '../../api-types.ts';
import type { EditorStore } from '../state/editor-state.ts';
import { createEditor } from './create-editor.ts';
import { createSaving } from './create-saving.ts';
import { editedDraft, editedWorkflow } from './edited.ts';
import { useAutosave, useCatchUp, useFailureNotice, useSaverLife, useViewKeeping } from './editor-effects.ts';
import type { OpenDraft, Saving } from './saving-context.tsx';
import { useDraftCalls } from './use-draft-calls.ts';
import { useStoredDraft } from './use-kept-draft.ts';
import { useWorkflowCalls } from './use-workflow.ts';

/** Asked when a person leaves with unsaved changes (spec EDIT-71). */
const LEAVE_QUESTION = {
  text: 'The changes of the workflow will be lost. Are you sure you want to leave the page without saving?',
  confirm: 'Yes',
  cancel: 'No',
};

/** @param workflow as the server has it now, like the draft */
export function useWorkflowEditor(workflow: Workflow, draft: OpenDraft | null): { store: EditorStore; saving: Saving } {
  const { notify, guardLeaving, session } = useHost();
  const user = useSessionUser();
  const [isDraft] = useState(draft !== null);
  const [ofWorkflow, ofDraft] = [useWorkflowCalls(workflow.id), useDraftCalls(workflow.id)];
  const calls = isDraft ? ofDraft : ofWorkflow;
  const [editor] = useState(() => {
    const edited = draft ? editedDraft(workflow, draft.saved) : editedWorkflow(workflow);
    return createEditor(workflow, edited, calls, user?.isImpersonating ?? false);
  });
  const { store, saver, identity } = editor;
  const saving = useMemo(() => createSaving(editor, calls, notify), [editor, calls, notify]);

  useAutosave(editor);
  useViewKeeping(store, workflow.id);
  useFailureNotice(saver);
  useSaverLife(editor);
  useCatchUp(saver, saving);
  useEffect(() => guardLeaving(() => saver.getState().hasUnsavedChanges, LEAVE_QUESTION), [guardLeaving, saver]);
  useStoredDraft({
    userId: user?.id ?? '',
    // Keeps unsaved changes of a draft apart from those of the workflow itself.
    workflowId: isDraft ? `draft-of-${workflow.id}` : workflow.id,
    editor: identity,
    store,
    saver,
    isSignedIn: () => session.getUser() !== null,
    onBroughtBack: () => notify.info('Portage restored changes that were not saved last time. Undo removes them again.'),
  });

  return { store, saving };
}

export function describeSaveFailure(error: unknown): string {
  return isApiError(error) ? getErrorMessage(error) : 'The server cannot be reached.';
}
