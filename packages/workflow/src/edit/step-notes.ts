import { workflowLimits } from '../model/values.ts';
import type { StepNote } from '../step-types/step-fields.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Whether a step, and the workflow, may have one more note. */
export function canAddNote(steps: readonly WorkflowStep[], step: WorkflowStep): boolean {
  const count = steps.reduce((sum, { notes = [] }) => sum + notes.length, 0);
  return count < workflowLimits.notes && (step.notes ?? []).length < workflowLimits.stepNotes;
}

/** The step with another note at the end. */
export function withNote<Step extends WorkflowStep>(step: Step, note: StepNote): Step {
  return { ...step, notes: [...(step.notes ?? []), note] };
}

/** The step with a changed note, always within its limits. */
export function withNoteChanged<Step extends WorkflowStep>(step: Step, index: number, changes: Partial<StepNote>): Step {
  return { ...step, notes: (step.notes ?? []).map((note, at) => (at === index ? bounded({ ...note, ...changes }) : note)) };
}

export function withoutNote<Step extends WorkflowStep>(step: Step, index: number): Step {
  const { notes = [], ...rest } = step;
  const left = notes.filter((_, at) => at !== index);
  return (left.length > 0 ? { ...step, notes: left } : rest) as Step;
}

function bounded(note: StepNote): StepNote {
  const { noteOffset, noteWidth, noteHeight, noteLength } = workflowLimits;
  const within = (value: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, value)));
  return {
    ...note,
    text: note.text.slice(0, noteLength),
    ...(note.x === undefined ? {} : { x: within(note.x, -noteOffset, noteOffset) }),
    ...(note.y === undefined ? {} : { y: within(note.y, -noteOffset, noteOffset) }),
    ...(note.width === undefined ? {} : { width: within(note.width, noteWidth.min, noteWidth.max) }),
    ...(note.height === undefined ? {} : { height: within(note.height, noteHeight.min, noteHeight.max) }),
  };
}
