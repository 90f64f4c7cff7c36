import { useLayoutEffect } from 'react';
import type { EditorState, EditorStore } from '../state/editor-state.ts';
import type { FlowState, FlowStore } from './flow-store.ts';
import { noSelection } from './selection/selection.ts';

/** Copies steps, problems, the open step and whether anything can be changed from the editor to its canvas. */
export function useEditorInFlow(flow: FlowStore, editor: EditorStore | null): void {
  useLayoutEffect(() => {
    if (!editor) return;
    const follow = () => {
      const state = editor.getState();
      flow.setShowsHidden(state.isImpersonating);
      flow.setSteps(state.steps);
      flow.set(toFlowState(state, flow.getState()));
    };
    follow();
    return editor.subscribe(follow);
  }, [flow, editor]);
}

const problemMaps = new WeakMap<object, ReadonlyMap<string, string>>();

function toFlowState(state: EditorState, flow: FlowState): Partial<FlowState> {
  const isEditable = flow.mode === 'design' && !state.isReadOnly;
  return {
    isEditable,
    openKey: state.openId,
    openGroup: state.openGroup,
    problems: problemsByName(state.problems),
    ...(flow.focusKey === null && state.selectedId !== null ? { focusKey: state.selectedId } : {}),
    ...(isEditable ? {} : { carry: null, cut: noSelection, selection: noSelection, adding: null }),
  };
}

function problemsByName(problems: EditorState['problems']): ReadonlyMap<string, string> {
  const known = problemMaps.get(problems);
  if (known) return known;
  const made = new Map<string, string>();
  for (const { stepId, message } of problems) if (stepId !== null && !made.has(stepId)) made.set(stepId, message);
  problemMaps.set(problems, made);
  return made;
}
