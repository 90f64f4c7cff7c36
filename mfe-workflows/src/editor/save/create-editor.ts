import type { Workflow } from '../../api-types.ts';
import type { EditorStore } from '../state/editor-state.ts';
import { createEditorStore } from '../state/editor-store.ts';
import type { Edited } from './edited.ts';
import { type EditorIdentity, newIdentity } from './editor-identity.ts';
import { readStoredView, viewToBeginWith } from './kept-views.ts';
import { Saver } from './saver.ts';
import { judgeSave, type WorkflowCalls } from './use-workflow.ts';

export interface OpenEditor {
  store: EditorStore;
  saver: Saver;
  /** The id by which the server recognizes this editor's saves. */
  identity: { current: EditorIdentity };
}

/** @param edited as the server has it now */
export function createEditor(
  workflow: Pick<Workflow, 'id' | 'state'>,
  edited: Edited,
  calls: Pick<WorkflowCalls, 'save'>,
  isImpersonating: boolean,
): OpenEditor {
  const identity: { current: EditorIdentity } = { current: newIdentity(crypto.randomUUID()) };
  const view = viewToBeginWith(readStoredView(localStorage, workflow.id), workflow.state);
  const store = createEditorStore({
    steps: edited.steps,
    isReadOnly: edited.isReadOnly,
    hasHiddenSteps: edited.hasHiddenSteps,
    isImpersonating,
    offset: view?.offset,
    zoom: view?.zoom,
  });
  const ports = {
    readDraft: () => ({ steps: store.getState().steps, view: { offset: store.getState().offset, zoom: store.getState().zoom } }),
    send(request: Parameters<WorkflowCalls['save']>[0]) {
      const { sessionId, saveNumber } = identity.current;
      identity.current = { sessionId, saveNumber: saveNumber + 1 };
      return calls.save(request, identity.current);
    },
    judge: judgeSave,
    later: (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    now: () => new Date(),
  };
  return { store, saver: new Saver(ports, edited.versionId), identity };
}
