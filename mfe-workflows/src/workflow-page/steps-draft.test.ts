import { describe, expect, it } from 'vitest';
import { readSteps, textOfSteps } from './steps-draft.ts';

const START = { stepId: 'start', type: 'Trigger', triggerType: 'Manual' };

describe('a draft of steps', () => {
  it('gives the steps back as they were written', () => {
    const draft = readSteps(JSON.stringify([START]));
    expect(draft.kind).toBe('steps');
    if (draft.kind !== 'steps') return;
    expect(draft.problems).toEqual([]);
    expect(JSON.parse(textOfSteps(draft.steps))).toEqual(expect.arrayContaining([expect.objectContaining(START)]));
  });

  it('says that a text is not JSON', () => {
    expect(readSteps('[{')).toEqual({ kind: 'broken', message: expect.stringContaining('This is not JSON') });
  });

  it('names the step and the field that is wrong', () => {
    const draft = readSteps(JSON.stringify([START, { stepId: 'wait', type: 'DelayStep', delayValue: 'long' }]));
    expect(draft).toEqual({ kind: 'broken', message: expect.stringContaining('“wait”, delayValue') });
  });

  it('keeps a draft that cannot run yet and says why', () => {
    const draft = readSteps(JSON.stringify([{ ...START, nextStepId: 'nowhere' }]));
    expect(draft.kind === 'steps' && draft.problems).toEqual([expect.objectContaining({ stepId: 'start' })]);
  });
});
