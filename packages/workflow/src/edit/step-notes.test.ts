import { describe, expect, test } from 'vitest';
import { workflowLimits } from '../model/values.ts';
import { shareableSteps } from '../sharing/shareable-steps.ts';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import { diffVersions } from '../versions/diff-versions.ts';
import { pasteSteps, stepsToCopy } from './copy-step.ts';
import { canAddNote, withNote, withNoteChanged, withoutNote } from './step-notes.ts';

const start: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'work' };
const work: WorkflowStep = { stepId: 'work', clientId: 'c', type: 'CustomScript', script: 'return 1', nextStepId: null };

describe('notes', () => {
  test('are added, changed within their limits and removed', () => {
    const noted = withNote(work, { text: 'Mind the tax' });
    expect(withNoteChanged(noted, 0, { text: 'x'.repeat(9_000), x: 1e9, y: -12.4, width: 1, height: 1e9, color: 'Blue' }).notes).toEqual([
      {
        text: 'x'.repeat(workflowLimits.noteLength),
        x: workflowLimits.noteOffset,
        y: -12,
        width: workflowLimits.noteWidth.min,
        height: workflowLimits.noteHeight.max,
        color: 'Blue',
      },
    ]);
    expect(withoutNote(noted, 0)).toEqual(work);
  });

  test('are refused with unknown fields, when too large, and when too many in a step or a workflow', () => {
    const accepts = (notes: object[]) => workflowStepsSchema.safeParse([start, { ...work, notes }]).success;
    expect(accepts([{ text: '' }, { text: 'Both', color: 'Green', x: -300, y: 20, width: 220, height: 120 }])).toBe(true);
    for (const wrong of [
      {},
      { text: 1 },
      { text: 'x', font: 'Comic' },
      { text: 'x', color: 'Pink' },
      { text: 'x', x: 0.5 },
      { text: 'x', x: 1e6 },
    ]) {
      expect(accepts([wrong]), JSON.stringify(wrong)).toBe(false);
    }
    expect(accepts([{ text: 'x'.repeat(workflowLimits.noteLength + 1) }])).toBe(false);
    expect(accepts(Array.from({ length: workflowLimits.stepNotes + 1 }, () => ({ text: 'x' })))).toBe(false);

    const full = Array.from({ length: 11 }, (_, at): WorkflowStep => {
      return { ...work, stepId: `s${at}`, notes: Array.from({ length: at < 10 ? 20 : 0 }, () => ({ text: 'x' })) };
    });
    expect(workflowStepsSchema.safeParse(full).success).toBe(true);
    const last = full.at(-1) ?? work;
    expect(canAddNote(full, last)).toBe(false);
    expect(canAddNote([last], last)).toBe(true);
    const tooMany = workflowStepsSchema.safeParse([...full.slice(0, -1), withNote(last, { text: 'x' })]);
    expect(tooMany.error?.issues.map(({ message }) => message)).toEqual(['A workflow has at most 200 notes.']);
  });

  test('are included when their step is copied or shared, and named in the change log', () => {
    const noted = withNote(work, { text: 'Mind the tax', color: 'Red' });
    const steps = [start, noted];
    const pasted = pasteSteps(steps, { kind: 'after', stepId: 'work' }, stepsToCopy(steps, 'work'), { makeId: () => 'new' });
    expect(pasted.at(-1)).toMatchObject({ stepId: 'work2', notes: noted.notes });
    expect(JSON.stringify(shareableSteps(steps))).toContain('Mind the tax');
    const changes = diffVersions(steps, [start, withNoteChanged(noted, 0, { text: 'Mind the gap' })]);
    expect(changes).toMatchObject([
      { kind: 'Changed', stepId: 'work', path: 'notes[0].text', value: 'Mind the gap', oldValue: 'Mind the tax' },
    ]);
  });
});
