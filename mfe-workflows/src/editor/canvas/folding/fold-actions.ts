import { parseKey } from '../../layout/node-key.ts';
import type { FlowStore } from '../flow-store.ts';
import { foldableKeys, foldsAround } from './folding.ts';

/** Folds the contents of loops, branches and error paths. This changes only what is drawn, never the workflow. */
export interface FoldActions {
  /** Folds or unfolds the step of a card, or the loop or branch of a pill or plus. */
  toggle(key: string): void;
  /** Folds everything, or unfolds everything if all of it is folded. */
  toggleAll(): void;
}

/** @param onChange called when a person folds or unfolds a step */
export function createFoldActions(
  flow: FlowStore,
  focus: (key: string) => void,
  onChange: (folded: ReadonlySet<string>) => void,
): FoldActions {
  function change(folded: ReadonlySet<string>): void {
    flow.setFolded(folded);
    onChange(folded);
    const { focusKey, layout } = flow.getState();
    const [outermost] = focusKey === null ? [] : foldsAround(flow.getState(), toStepKey(focusKey));
    const isGone = focusKey !== null && parseKey(focusKey).kind !== 'step' && layout.folds.has(toStepKey(focusKey));
    // If the focused step is now inside a folded one, that one gets the focus.
    if (outermost !== undefined) focus(outermost);
    else if (isGone) focus(toStepKey(focusKey));
  }

  return {
    toggle(key) {
      const { folded } = flow.getState();
      const step = toStepKey(key);
      if (!foldableKeys(flow.getState()).has(step)) return;
      const next = new Set(folded);
      if (!next.delete(step)) next.add(step);
      change(next);
    },
    toggleAll() {
      const { layout } = flow.getState();
      const all = foldableKeys(flow.getState());
      change([...all].every((key) => layout.folds.has(key)) ? new Set() : new Set([...flow.getState().folded, ...all]));
    },
  };
}

/** Unfolds every step around the given one, which must be visible: it was found, has a problem, or is open in a run. */
export function unfoldAround(flow: FlowStore, key: string | null): void {
  if (key === null) return;
  for (let around = foldsAround(flow.getState(), key); around.length > 0; around = foldsAround(flow.getState(), key)) {
    const gone = new Set(around);
    flow.setFolded(new Set([...flow.getState().folded].filter((one) => !gone.has(one))));
  }
}

function toStepKey(key: string): string {
  const node = parseKey(key);
  return node.kind === 'end' ? '' : node.stepKey;
}
