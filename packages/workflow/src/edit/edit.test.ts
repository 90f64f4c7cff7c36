import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outlineSteps } from '../flow/outline.ts';
import { listPointers } from '../flow/step-pointers.ts';
import { pointToRenamed } from '../naming/rename-step.ts';
import { newStep } from '../step-types/new-step.ts';
import { stepTypes } from '../step-types/registry.ts';
import { type WorkflowStep, workflowStepSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { anyWorkflow } from '../testing/random-workflow.ts';
import { checkFlow } from '../validation/check-flow.ts';
import { setAutoPaging } from './auto-paging.ts';
import { addConditionGroup, deleteConditionGroup } from './condition-groups.ts';
import { copyStep, pasteSteps, stepsToCopy } from './copy-step.ts';
import { canDelete, deleteStep } from './delete-step.ts';
import { insertStep } from './insert-step.ts';
import { canMove, createMoveCheck, moveStep } from './move-step.ts';
import { findStepPosition, type StepPosition, stepAt } from './place.ts';
import { isReadOnlyFor } from './read-only.ts';
import { collectDescendantNames, findPagingLoop, isPagingLoop } from './step-unit.ts';

const orders = example.steps as WorkflowStep[];

function counter() {
  let next = 0;
  return { makeId: () => `new-${next++}`, now: () => new Date('2026-11-21T09:00:00Z') };
}

function listPositions(steps: readonly WorkflowStep[]): StepPosition[] {
  return steps.flatMap((step): StepPosition[] => [
    { kind: 'after', stepId: step.stepId },
    ...(step.type === 'Loop' ? [{ kind: 'body' as const, stepId: step.stepId }] : []),
    ...(step.type === 'Branch'
      ? step.conditionGroups.map((_, groupIndex) => ({ kind: 'group' as const, stepId: step.stepId, groupIndex }))
      : []),
  ]);
}

/** Invariants after every edit: one pointer leads to each step, every pointer leads to a step, and names and ids are unique. */
function expectSound(steps: readonly WorkflowStep[]): void {
  expect(checkFlow(steps).filter(({ field }) => field !== 'endStepScope')).toEqual([]);
  expect(outlineSteps(steps).unreached).toEqual([]);
  expect(new Set(steps.map((step) => step.stepId)).size).toBe(steps.length);
  expect(new Set(steps.map((step) => step.clientId)).size).toBe(steps.length);
}

/** A workflow with one of its steps and one of its places. */
const anyEdit = anyWorkflow.chain((steps) =>
  fc.record({ steps: fc.constant(steps), step: fc.constantFrom(...steps), place: fc.constantFrom(...listPositions(steps)) }),
);

const listNames = (steps: readonly WorkflowStep[]) => steps.map((step) => step.stepId).sort();

describe('graph edits of any workflow', () => {
  test('inserting a step anywhere keeps the flow valid, and deleting it restores the original', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, place }) => {
        const step = newStep('CustomScript', listNames(steps), counter());
        const added = insertStep(steps, place, step);
        expectSound(added);
        expect(deleteStep(added, step.stepId)).toEqual(steps);
      }),
    );
  });

  test('a move keeps the flow valid and loses no step; moving back restores the original', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step, place }) => {
        const moved = moveStep(steps, step.stepId, place);
        expectSound(moved);
        expect(listNames(moved)).toEqual(listNames(steps));
        const before = findStepPosition(steps, step.stepId);
        if (!canMove(steps, step.stepId, place) || !before) {
          expect(moved).toEqual(steps);
          return;
        }
        const back = moveStep(moved, step.stepId, before);
        expect(back.toSorted(byName)).toEqual(steps.toSorted(byName));
      }),
    );
  });

  test('a moved step is at its new place, or after the paging loop there', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step, place }) => {
        fc.pre(canMove(steps, step.stepId, place));
        const moved = moveStep(steps, step.stepId, place);
        const owner = steps.find((one) => one.stepId === place.stepId);
        const loop = owner && place.kind === 'after' ? findPagingLoop(steps, owner) : null;
        expect(stepAt(moved, loop ? { kind: 'after', stepId: loop.stepId } : place)).toBe(step.stepId);
      }),
    );
  });

  test('a copy keeps the flow valid and adds all its steps with new names and ids', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step, place }) => {
        fc.pre(canMove(steps, step.stepId, place));
        const copied = copyStep(steps, step.stepId, place, counter());
        expectSound(copied);
        expect(copied).toHaveLength(steps.length + 1 + collectDescendantNames(steps, step.stepId).size);
      }),
    );
  });

  test('deleting removes the step with everything inside it, and nothing else', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step }) => {
        const rest = deleteStep(steps, step.stepId);
        expectSound(rest);
        const gone = canDelete(steps, step.stepId) ? new Set([step.stepId, ...collectDescendantNames(steps, step.stepId)]) : new Set();
        expect(listNames(rest)).toEqual(listNames(steps).filter((name) => !gone.has(name)));
      }),
    );
  });

  test('no step moves into itself, onto itself or to its current place (EDIT-56)', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step, place }) => {
        const inside = collectDescendantNames(steps, step.stepId);
        if (place.stepId === step.stepId || inside.has(place.stepId)) expect(canMove(steps, step.stepId, place)).toBe(false);
        const now = findStepPosition(steps, step.stepId);
        if (now) expect(canMove(steps, step.stepId, now)).toBe(false);
        expect(createMoveCheck(steps, step.stepId)(place)).toBe(canMove(steps, step.stepId, place));
      }),
    );
  });

  test('switching auto paging on and off again restores the flow', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, place }) => {
        const ids = counter();
        const step = newStep('ConnectorOperation', listNames(steps), ids);
        const added = insertStep(steps, place, step);
        const paged = setAutoPaging(added, step.stepId, true, ids);
        expectSound(paged);
        expect(paged).toHaveLength(added.length + 1);
        const off = setAutoPaging(paged, step.stepId, false, ids);
        expect(off).toEqual(added.map((one) => (one.stepId === step.stepId ? { ...one, useAutoPaging: false } : one)));
      }),
    );
  });

  test('no edit changes the given list', () => {
    fc.assert(
      fc.property(anyEdit, ({ steps, step, place }) => {
        const before = structuredClone(steps);
        moveStep(steps, step.stepId, place);
        deleteStep(steps, step.stepId);
        copyStep(steps, step.stepId, place, counter());
        addConditionGroup(steps, step.stepId);
        deleteConditionGroup(steps, step.stepId, 0);
        expect(steps).toEqual(before);
      }),
    );
  });
});

function byName(one: WorkflowStep, other: WorkflowStep): number {
  return one.stepId.localeCompare(other.stepId);
}

describe('moving, copying and deleting', () => {
  test('the trigger and a paging loop stay in place (EDIT-57)', () => {
    const operation = newStep('ConnectorOperation', [], counter());
    const added = insertStep(orders, { kind: 'after', stepId: 'start' }, operation);
    const paged = setAutoPaging(added, operation.stepId, true, counter());
    const loop = `Loop for ${operation.stepId}`;
    expect(isPagingLoop(paged, loop)).toBe(true);
    for (const name of ['start', loop]) {
      expect(canMove(paged, name)).toBe(false);
      expect(canDelete(paged, name)).toBe(false);
      expect(deleteStep(paged, name)).toEqual(paged);
    }
  });

  test('deleting an operation also deletes its paging loop (STEP-49)', () => {
    const operation = newStep('ConnectorOperation', [], counter());
    const paged = setAutoPaging(insertStep(orders, { kind: 'after', stepId: 'start' }, operation), operation.stepId, true, counter());
    expect(deleteStep(paged, operation.stepId)).toEqual(orders);
  });

  test('the paging loop is described as such (STEP-48), and its body’s steps survive its removal', () => {
    const operation = { ...newStep('ConnectorOperation', [], counter()), stepId: 'list' };
    const paged = setAutoPaging(insertStep(orders, { kind: 'after', stepId: 'start' }, operation), 'list', true, counter());
    expect(paged.find((step) => step.stepId === 'Loop for list')).toMatchObject({
      type: 'Loop',
      pagedItemsLimit: 10,
      description: 'This step will contain iterated DataItem from Step : list',
      listContextDataEntityName: '$Steps["list"].Response',
      nextStepId: 'each',
    });
    const filled = moveStep(paged, 'wait', { kind: 'body', stepId: 'Loop for list' });
    const off = setAutoPaging(filled, 'list', false, counter());
    expect(off.find((step) => step.stepId === 'list')?.nextStepId).toBe('wait');
    expect(off.find((step) => step.stepId === 'wait')?.nextStepId).toBe('each');
  });

  test('copied steps’ references to each other follow the copies, and other references stay', () => {
    const steps: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'price1', nextStepId: 'end' },
      { stepId: 'price1', type: 'CustomScript', script: 'return Steps["each"].CurrentItem + Steps.start.Payload.x', nextStepId: 'price2' },
      { stepId: 'price2', type: 'CustomScript', script: "return Steps['price1'].Response" },
      { stepId: 'end', type: 'DelayStep', delayValue: 1 },
    ];
    const all = copyStep(steps, 'each', { kind: 'after', stepId: 'end' }, counter());
    expect(all.map((step) => step.stepId)).toEqual(['start', 'each', 'price1', 'price2', 'end', 'each2', 'price3', 'price4']);
    const copied = all.slice(4);
    expect(copied[0]).toMatchObject({ nextStepId: 'each2' });
    expect(copied[1]).toMatchObject({
      listContextDataEntityName: '$Steps["start"].Payload',
      loopFirstStepId: 'price3',
      nextStepId: null,
    });
    expect(copied[2]).toMatchObject({ script: 'return Steps["each2"].CurrentItem + Steps.start.Payload.x', nextStepId: 'price4' });
    expect(copied[3]).toMatchObject({ script: "return Steps['price3'].Response" });
  });

  test('steps of another workflow keep their names if these are free', () => {
    const pasted = pasteSteps(
      [{ stepId: 'go', type: 'Trigger', triggerType: 'Manual' }],
      { kind: 'after', stepId: 'go' },
      stepsToCopy(orders, 'route'),
      counter(),
    );
    expect(pasted.map((step) => step.stepId)).toEqual(['go', 'route', 'tell']);
    expect(pasted[1]).toMatchObject({ nextStepId: null, conditionGroups: [{ nextStepId: 'tell' }, { nextStepId: null }] });
  });

  test('a circle in a broken draft ends an edit, not the page', () => {
    const circle: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' },
      { stepId: 'a', type: 'Loop', loopFirstStepId: 'b', nextStepId: 'b' },
      { stepId: 'b', type: 'CustomScript', script: '', nextStepId: 'a' },
    ];
    expect(collectDescendantNames(circle, 'a')).toEqual(new Set(['b']));
    expect(deleteStep(circle, 'a').map((step) => step.stepId)).toEqual(['start']);
    expect(() => copyStep(circle, 'b', { kind: 'after', stepId: 'start' }, counter())).not.toThrow();
  });

  test('a place that does not exist is refused', () => {
    const step = newStep('EndStep', [], counter());
    expect(() => insertStep(orders, { kind: 'body', stepId: 'tell' }, step)).toThrow(RangeError);
    expect(canMove(orders, 'tell', { kind: 'group', stepId: 'route', groupIndex: 7 })).toBe(false);
  });
});

describe('condition groups', () => {
  test('a new one is Opt{n} (STEP-58) and comes before the group that always holds', () => {
    const added = addConditionGroup(orders, 'route');
    expect(added?.groupIndex).toBe(1);
    const branch = added?.steps.find((step) => step.stepId === 'route');
    expect(branch?.type === 'Branch' && branch.conditionGroups.map((group) => group.name)).toEqual(['Yes', 'Opt3', 'No']);
    expect(addConditionGroup(orders, 'tell')).toBeNull();
  });

  test('two stay (STEP-60); of three, one can be deleted with its steps', () => {
    expect(deleteConditionGroup(orders, 'route', 0)).toEqual(orders);
    const three = addConditionGroup(orders, 'route')?.steps ?? [];
    const rest = deleteConditionGroup(three, 'route', 0);
    expect(rest.some((step) => step.stepId === 'tell')).toBe(false);
    expect(rest.flatMap(listPointers).some(({ target }) => target === 'tell')).toBe(false);
    expect(rest.find((step) => step.stepId === 'route')?.nextStepId).toBe('wait');
  });
});

describe('new steps', () => {
  test.each(stepTypes.filter((type) => type !== 'Trigger'))(
    'a %s is accepted by the schema, and named by its type and a number (STEP-11)',
    (type) => {
      const step = newStep(type, [`${type}1`], counter());
      expect(workflowStepSchema.parse(step)).toEqual(step);
      expect(step.stepId).toBe(`${type}2`);
    },
  );

  test('has the defaults of its type', () => {
    const make = (type: Parameters<typeof newStep>[0]) => newStep(type, [], counter());
    expect(make('Branch')).toMatchObject({ conditionGroups: [{ name: 'Yes', logicalOperator: 'And' }, { name: 'No' }] });
    expect(make('HttpRequest')).toMatchObject({ httpMethod: 'GET', headers: { 'content-type': 'application/json' } });
    expect(make('EndStep')).toMatchObject({ endStepScope: 'Workflow' });
    expect(make('DelayStep')).toMatchObject({ delayValue: 1, delayType: 'Seconds' });
    expect(newStep('Trigger', [], counter(), { triggerType: 'Scheduled' })).toMatchObject({
      schedule: { startAt: '2026-11-21T09:00:00.000Z', frequency: 1, period: 'OneTime' },
    });
  });
});

describe('other edits', () => {
  test('pointers to a step follow its new name', () => {
    const renamed = pointToRenamed(orders, 'tell', 'shout');
    expect(renamed.flatMap(listPointers).some(({ target }) => target === 'tell')).toBe(false);
    expect(renamed.flatMap(listPointers).filter(({ target }) => target === 'shout')).toHaveLength(1);
  });

  test('an editor is read-only if flagged, or with hidden steps for a person who does not impersonate (EDIT-59)', () => {
    const ask = (isReadOnlyFlag: boolean, hasHiddenSteps: boolean, isImpersonating: boolean) =>
      isReadOnlyFor({ isReadOnlyFlag, hasHiddenSteps, isImpersonating });
    expect(ask(false, false, false)).toBe(false);
    expect(ask(true, false, true)).toBe(true);
    expect(ask(false, true, false)).toBe(true);
    expect(ask(false, true, true)).toBe(false);
  });
});
