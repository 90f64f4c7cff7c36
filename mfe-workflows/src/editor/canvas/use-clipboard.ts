import type { Notify } from '@portage/ui';
import { createLaneMoveCheck, findLane, getPositionAfter, type StepPosition } from '@portage/workflow';
import { type ClipboardEvent, useMemo } from 'react';
import { isInField } from '../focus/is-in-field.ts';
import type { CanvasActions } from './canvas-actions.ts';
import { type CopiedSteps, lastCopied, readCopied, textOfCopied } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';
import { listSelectedNames, noSelection, selectedLane } from './selection/selection.ts';
import type { SelectionActions } from './selection/selection-actions.ts';

export interface ClipboardSettings {
  flow: FlowStore;
  actions: CanvasActions;
  selecting: SelectionActions;
  notify: Notify;
}

/** Copies, cuts and pastes steps with the browser's own events: they need no permission and reach other tabs. */
export function useClipboard({ flow, actions, selecting, notify }: ClipboardSettings) {
  return useMemo(() => {
    function take(event: ClipboardEvent, isCut: boolean): void {
      if (isInField(event.target)) return;
      const { focusKey, isEditable, selection } = flow.getState();
      if (!isEditable) return;
      const isTogether = selection.size > 1;
      const copied = isTogether ? selecting.copied() : focusKey === null ? undefined : actions.copied(focusKey);
      if (copied === null && !isTogether) notify.info('This step cannot be copied.');
      if (!copied || focusKey === null) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', textOfCopied(copied));
      flow.set({ cut: !isCut ? noSelection : isTogether ? selection : new Set([focusKey]) });
    }

    function put(copied: CopiedSteps | null): void {
      const { cut, stepByKey, isEditable } = flow.getState();
      const place = isEditable ? actions.placeToAdd() : null;
      if (!place) return;
      const [only, ...others] = cut;
      const step = only === undefined ? undefined : stepByKey.get(only);
      if (others.length > 0) putCut(place);
      else if (step) actions.move(step.stepId, place);
      else if (copied) putCopy(copied, place);
    }

    function putCut(place: StepPosition): void {
      const { cut, steps } = flow.getState();
      const lane = selectedLane(steps, cut);
      if (lane && createLaneMoveCheck(steps, lane)(place)) selecting.move(lane, place);
      else notify.info('The cut steps can’t be pasted here.');
      flow.set({ cut: noSelection });
    }

    /** Spec EDIT-56: a step can't be pasted onto or into itself, not even as a copy. */
    function putCopy(copied: CopiedSteps, place: StepPosition): void {
      const { focusKey, stepByKey, steps } = flow.getState();
      const originals = listSelectedNames(steps, new Set(copied.steps.flatMap(({ clientId }) => clientId ?? [])));
      const lane = findLane(steps, originals);
      const last = lane?.at(-1);
      const isOnOriginal = focusKey !== null && lane?.includes(stepByKey.get(focusKey)?.stepId ?? '');
      // No other place was chosen between copying and pasting, so the copies follow their originals.
      if (lane && last !== undefined && isOnOriginal) selecting.copyTo(lane, getPositionAfter(steps, last));
      else if (originals.has(place.stepId)) notify.info('A step cannot be copied into itself.');
      else selecting.paste(place, copied);
    }

    return {
      /** Pastes what was copied in this tab, for the menu. */
      paste: () => put(lastCopied()),
      handlers: {
        onCopy: (event: ClipboardEvent) => take(event, false),
        onCut: (event: ClipboardEvent) => take(event, true),
        onPaste: (event: ClipboardEvent) => {
          if (isInField(event.target)) return;
          const text = event.clipboardData.getData('text/plain');
          const copied = readCopied(text);
          if (copied) event.preventDefault();
          put(copied ?? (text === '' ? lastCopied() : null));
        },
      },
    };
  }, [flow, actions, selecting, notify]);
}
