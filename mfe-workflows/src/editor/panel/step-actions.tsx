import { IconButton, useConfirm } from '@portage/ui';
import { canDelete, deleteStep } from '@portage/workflow';
import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { DeletionMessage } from './deletion-message.tsx';

export function StepActions({ step }: { step: EditorStep }) {
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isImpersonating = useEditor((state) => state.isImpersonating);
  const mayDelete = useEditor((state) => !state.isReadOnly && canDelete(state.steps, step.stepId));
  const [confirm, question] = useConfirm();
  const isHidden = step.isHiddenFromCustomer ?? false;
  return (
    <>
      {isImpersonating ? (
        <IconButton
          label={isHidden ? 'Show to customer' : 'Hide from customer'}
          icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          isDisabled={isReadOnly}
          onPress={() => store.changeStep(step.clientId, { ...step, isHiddenFromCustomer: !isHidden })}
        />
      ) : null}
      {mayDelete ? (
        <IconButton
          label="Delete step"
          icon={<Trash2 aria-hidden />}
          onPress={() =>
            confirm({
              message: <DeletionMessage steps={store.getState().steps} tops={[step.stepId]} />,
              onConfirm: () => store.change(deleteStep(store.getState().steps, step.stepId)),
            })
          }
        />
      ) : null}
      {question}
    </>
  );
}
