import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outlineSteps } from '../flow/outline.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { anyWorkflow } from '../testing/random-workflow.ts';
import { checkFlow } from '../validation/check-flow.ts';
import { pasteSteps } from './copy-step.ts';
import { createLaneMoveCheck } from './move-step.ts';
import { findStepPosition, type StepPosition } from './place.ts';
import { collectLanes, deleteSteps, findLane, laneToCopy, moveLane } from './step-lane.ts';
import { unitOfAll } from './step-unit.ts';

const orders = example.steps as WorkflowStep[];

function expectSound(steps: readonly WorkflowStep[]): void {
  expect(checkFlow(steps).filter(({ field }) => field !== 'endStepScope')).toEqual([]);
  expect(outlineSteps(steps).unreached).toEqual([]);
  expect(new Set(steps.map((step) => step.stepId)).size).toBe(steps.length);
}

const listNames = (steps: readonly WorkflowStep[]) => steps.map((step) => step.stepId).sort();
const makeIds = () => {
  let next = 0;
  return () => `copy-${next++}`;
};

/** A workflow with some of its steps selected. */
const anyChoice = anyWorkflow.chain((steps) =>
  fc.record({ steps: fc.constant(steps), chosen: fc.subarray(listNames(steps)).map((names) => new Set(names)) }),
);

describe('several steps at once, in any workflow', () => {
  test('deleting them keeps the flow valid, removes their contents, and leaves only the trigger and paging loops among them', () => {
    fc.assert(
      fc.property(anyChoice, ({ steps, chosen }) => {
        const left = deleteSteps(steps, chosen);
        expectSound(left);
        const gone = new Set(
          collectLanes(steps, chosen)
            .flatMap((lane) => unitOfAll(steps, lane))
            .map(({ stepId }) => stepId),
        );
        expect(listNames(left)).toEqual(listNames(steps).filter((name) => !gone.has(name)));
      }),
    );
  });

  test('a lane moves to any place outside of it and back, and loses no step', () => {
    fc.assert(
      fc.property(anyChoice, ({ steps, chosen }) => {
        for (const lane of collectLanes(steps, chosen)) {
          const before = findStepPosition(steps, lane[0]);
          const isAllowed = createLaneMoveCheck(steps, lane);
          for (const { stepId } of steps) {
            const place: StepPosition = { kind: 'after', stepId };
            const moved = moveLane(steps, lane, place);
            expectSound(moved);
            expect(listNames(moved)).toEqual(listNames(steps));
            if (!before || !isAllowed(place)) continue;
            const back = moveLane(moved, lane, before);
            expect(outlineSteps(back)).toEqual(outlineSteps(steps));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a lane is pasted whole, with new names, and the step at the place follows its last step', () => {
    fc.assert(
      fc.property(anyChoice, ({ steps, chosen }) => {
        for (const lane of collectLanes(steps, chosen)) {
          const copied = laneToCopy(steps, lane);
          const pasted = pasteSteps(steps, { kind: 'after', stepId: 'start' }, copied, { makeId: makeIds() });
          expectSound(pasted);
          expect(pasted).toHaveLength(steps.length + copied.length);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the order workflow', () => {
  const lane = (...names: string[]) => findLane(orders, new Set(names));

  test('consecutive steps are a lane, in flow order, and include steps inside them', () => {
    expect(lane('wait', 'route')).toEqual(['route', 'wait']);
    expect(lane('route', 'tell', 'wait')).toEqual(['route', 'wait']);
    expect(lane('start', 'each')).toEqual(['each']);
    expect(lane('each', 'wait')).toBeNull();
    expect(lane('price', 'route')).toBeNull();
    expect(lane('start')).toBeNull();
  });

  test('references between copies follow their new names, and those to the other workflow’s trigger follow the trigger here', () => {
    const from: WorkflowStep[] = [
      { stepId: 'hook', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'one' },
      { stepId: 'one', type: 'CustomScript', script: 'return Steps["hook"].Payload.id', nextStepId: 'two' },
      {
        stepId: 'two',
        type: 'HttpRequest',
        url: 'https://example.com/$Steps["one"].Response/${Steps["hook"].Payload.id}',
        nextStepId: null,
      },
    ];
    const to: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'one' },
      { stepId: 'one', type: 'CustomScript', script: 'return 1', nextStepId: null },
    ];
    const copied = laneToCopy(from, ['one', 'two']);
    const pasted = pasteSteps(to, { kind: 'after', stepId: 'one' }, copied, { makeId: makeIds(), triggerName: 'hook' });
    expect(pasted.map(({ stepId, nextStepId }) => [stepId, nextStepId])).toEqual([
      ['start', 'one'],
      ['one', 'one2'],
      ['one2', 'two'],
      ['two', null],
    ]);
    expect(pasted[2]).toMatchObject({ script: 'return Steps["start"].Payload.id' });
    expect(JSON.stringify(pasted[3])).toContain('one2');
    expect(JSON.stringify(pasted[3])).not.toContain('hook');
  });
});
