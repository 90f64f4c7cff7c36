import { useSessionUser } from '@portage/area-kit';
import { useLayoutEffect, useMemo } from 'react';
import { useOpenWorkflow } from '../../save/saving-context.tsx';
import type { CanvasActions } from '../canvas-actions.ts';
import type { FlowStore } from '../flow-store.ts';
import { createFoldActions, type FoldActions } from './fold-actions.ts';
import { keepFolds, readStoredFolds } from './kept-folds.ts';

/** Folding on one canvas; the browser remembers what a person has folded in this workflow. */
export function useFolding(flow: FlowStore, actions: CanvasActions): FoldActions {
  const userId = useSessionUser()?.id ?? '';
  const { id: workflowId } = useOpenWorkflow();
  useLayoutEffect(() => {
    const kept = readStoredFolds(localStorage, userId, workflowId);
    if (kept.size > 0) flow.setFolded(kept);
  }, [flow, userId, workflowId]);
  return useMemo(
    () =>
      createFoldActions(
        flow,
        (key) => actions.focus(key, { reveal: true }),
        (folded) => keepFolds(localStorage, userId, workflowId, folded),
      ),
    [flow, actions, userId, workflowId],
  );
}
