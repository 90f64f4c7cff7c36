import type { Notify } from '@portage/ui';
import { descendantsOf, type Place, type WorkflowStep } from '@portage/workflow';
import { type ClipboardEvent, useMemo } from 'react';
import { isInField } from '../focus/is-in-field.ts';
import type { CanvasActions } from './canvas-actions.ts';
import { lastCopied, readCopied, textOfCopied } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';

export interface ClipboardSettings {
  flow: FlowStore;
  actions: CanvasActions;
  notify: Notify;
}

/** Copy, cut and paste of steps, by the browser's own events: they ask for no permission and reach other tabs. */
export function useClipboard({ flow, actions, notify }: ClipboardSettings) {
  return useMemo(() => {
    function take(event: ClipboardEvent, isCut: boolean): void {
      if (isInField(event.target)) return;
      const { focusKey, isEditable } = flow.getState();
      if (focusKey === null || !isEditable) return;
      const copied = actions.copied(focusKey);
      if (!copied) {
        notify.info('This step cannot be copied.');
        return;
      }
      event.preventDefault();
      event.clipboardData.setData('text/plain', textOfCopied(copied));
      flow.set({ cutKey: isCut ? focusKey : null });
    }

    /** Spec EDIT-56: a step cannot be pasted onto itself or into itself, not even as a copy. */
    function put(copied: readonly WorkflowStep[] | null): void {
      const { cutKey, stepByKey, isEditable } = flow.getState();
      const place = isEditable ? actions.placeToAdd() : null;
      if (!place) return;
      const cut = cutKey === null ? undefined : stepByKey.get(cutKey);
      const [first] = copied ?? [];
      if (cut) actions.move(cut.stepId, place);
      else if (copied && first) putCopy(copied, first, place);
    }

    function putCopy(copied: readonly WorkflowStep[], first: WorkflowStep, place: Place): void {
      const { focusKey, steps } = flow.getState();
      const original = steps.find((step) => step.clientId !== undefined && step.clientId === first.clientId);
      if (original && focusKey === original.clientId) {
        // Copied and pasted without a place chosen in between: the copy stands behind its original.
        actions.duplicate(original.stepId);
      } else if (original && (descendantsOf(steps, original.stepId).has(place.stepId) || place.stepId === original.stepId)) {
        notify.info('A step cannot be copied into itself.');
      } else actions.paste(place, copied);
    }

    return {
      /** The menu's Paste: what was copied in this tab. */
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
  }, [flow, actions, notify]);
}
