import { TextField } from '@portage/ui';
import { forbiddenNames, renameStepReferences, workflowLimits } from '@portage/workflow';
import { useEffect, useRef } from 'react';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep, EditorStore } from '../state/editor-state.ts';
import { FormField } from './form-field.tsx';
import { useIsTouched, useUnkeptInput } from './use-form-memory.ts';

/** Spec STEP-14: in a workflow with more steps, references keep the old name. */
const MAX_STEPS_FOR_REFERENCES = 30;

export interface NameFieldProps {
  step: EditorStep;
  isReadOnly: boolean;
}

/** The unique name of a step. Pointers to it are updated at once, references when the field is left (spec STEP-09..14). */
export function NameField({ step, isReadOnly }: NameFieldProps) {
  const store = useEditorStore();
  const isShownAnyway = useIsTouched(step.clientId, 'stepId');
  const isLarge = useEditor((state) => state.steps.length > MAX_STEPS_FOR_REFERENCES);
  const [draft, setDraft] = useUnkeptInput(step.clientId, 'stepId');
  const nameBefore = useRef(step.stepId);
  const { clientId } = step;

  useEffect(() => {
    // Closing the panel leaves the field without a blur.
    return () => followReferences(store, clientId, nameBefore);
  }, [store, clientId]);

  function change(text: string): void {
    const message = nameProblem(text, clientId, store.getState().steps);
    setDraft(message ? { text, message } : null);
    const current = store.getState().steps.find((one) => one.clientId === clientId);
    if (!message && current) store.changeStep(clientId, { ...current, stepId: text }, 'stepId');
  }

  const isShown = isShownAnyway || (draft !== undefined && draft.text.trim() !== '');
  return (
    <FormField
      name="stepId"
      onFocus={() => {
        nameBefore.current = step.stepId;
      }}
    >
      <TextField
        label="Name"
        name="stepId"
        value={draft?.text ?? step.stepId}
        onChange={change}
        onBlur={() => followReferences(store, clientId, nameBefore)}
        maxLength={workflowLimits.nameLength}
        isRequired
        isReadOnly={isReadOnly}
        errorMessage={isShown ? draft?.message : undefined}
        hint={isLarge && !isReadOnly ? 'With more than 30 steps, references in other steps keep the old name.' : undefined}
      />
    </FormField>
  );
}

/** Why a step can't have this name (spec STEP-09, STEP-10); undefined if it can. */
export function nameProblem(name: string, clientId: string, steps: readonly EditorStep[]): string | undefined {
  if (name.trim() === '') return 'Please input Name';
  if (forbiddenNames.includes(name)) return 'This step name is reserved';
  return steps.some((other) => other.clientId !== clientId && other.stepId === name) ? 'This step name is already in use' : undefined;
}

/** Spec STEP-13: updates references to the new name, as part of the same version of the undo history. */
function followReferences(store: EditorStore, clientId: string, nameBefore: { current: string }): void {
  const { steps } = store.getState();
  const name = steps.find((step) => step.clientId === clientId)?.stepId;
  if (name === undefined || name === nameBefore.current) return;
  const renamed = renameStepReferences(steps, nameBefore.current, name);
  nameBefore.current = name;
  if (JSON.stringify(renamed) !== JSON.stringify(steps)) store.change(renamed, { field: `${clientId}/stepId` });
}
