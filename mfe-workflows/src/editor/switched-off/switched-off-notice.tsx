import { Banner, Button } from '@portage/ui';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { switchedOffIn } from './switched-off-names.ts';

/** Shown in the form of a step that runs skip. */
export function SwitchedOffNotice({ step }: { step: EditorStep }) {
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isOff = useEditor((state) => switchedOffIn(state.steps).has(step.stepId));
  if (!isOff) return null;
  const isOwn = step.isSwitchedOff === true;
  return (
    <Banner
      title="Switched off"
      action={
        isOwn && !isReadOnly ? (
          <Button size="dense" onPress={() => store.changeStep(step.clientId, { ...step, isSwitchedOff: false })}>
            Switch on
          </Button>
        ) : undefined
      }
    >
      {isOwn
        ? 'Runs skip this step and everything in it. It has no values.'
        : 'A step around this one is switched off, so it does not run.'}
    </Banner>
  );
}
