import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { anyWorkflow } from '../testing/random-workflow.ts';
import { findHiddenSteps } from './hidden-steps.ts';
import { hideAlike } from './hide-alike.ts';
import { keepHiddenSteps } from './keep-hidden-steps.ts';
import { visibleSteps } from './visible-steps.ts';

function script(stepId: string, nextStepId: string | null, more: Partial<WorkflowStep> = {}): WorkflowStep {
  return { stepId, clientId: `c-${stepId}`, type: 'CustomScript', script: 'return 1', nextStepId, ...more } as WorkflowStep;
}
const isHiddenFromCustomer = true;
const start: WorkflowStep = { stepId: 'start', clientId: 'c-start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' };

/** start, a, (h1, h2), b */
const chain: WorkflowStep[] = [
  start,
  script('a', 'h1'),
  script('h1', 'h2', { isHiddenFromCustomer }),
  script('h2', 'b', { isHiddenFromCustomer, script: 'return Steps["a"].Response' } as Partial<WorkflowStep>),
  script('b', null),
];
/** start, each( (h), inside ), route( Yes: yes, (Secret: deep, loop(in)) , No: (last) ), end */
const nested: WorkflowStep[] = [
  { ...start, nextStepId: 'each' },
  { stepId: 'each', clientId: 'c-each', type: 'Loop', loopFirstStepId: 'h', nextStepId: 'route' },
  script('h', 'inside', { isHiddenFromCustomer }),
  script('inside', null),
  {
    stepId: 'route',
    clientId: 'c-route',
    type: 'Branch',
    nextStepId: 'end',
    conditionGroups: [
      { name: 'Yes', nextStepId: 'yes' },
      { name: 'Secret', nextStepId: 'deep', isHiddenFromCustomer },
      { name: 'No', nextStepId: 'last' },
    ],
  },
  script('yes', null),
  script('deep', 'loop'),
  { stepId: 'loop', clientId: 'c-loop', type: 'Loop', loopFirstStepId: 'in', nextStepId: null },
  script('in', null),
  script('last', null, { isHiddenFromCustomer }),
  script('end', null),
];

/** Each step with its pointers, one per line. */
function describeFlow(steps: readonly WorkflowStep[]): string[] {
  return steps.map((step) => {
    const inner = step.type === 'Loop' ? `(${step.loopFirstStepId})` : '';
    const groups = step.type === 'Branch' ? `{${step.conditionGroups.map((group) => `${group.name}:${group.nextStepId}`).join(' ')}}` : '';
    return `${step.stepId}${inner}${groups}>${step.nextStepId}`;
  });
}

function change(steps: readonly WorkflowStep[], stepId: string, more: object): WorkflowStep[] {
  return steps.map((step) => (step.stepId === stepId ? ({ ...step, ...more } as WorkflowStep) : step));
}

describe('what an owner sees of a workflow with hidden steps', () => {
  test('is the flow around them: a pointer to a hidden step leads to the next visible one', () => {
    expect(describeFlow(visibleSteps(chain))).toEqual(['start>a', 'a>b', 'b>null']);
  });

  test('leaves out what is inside a hidden group, and hidden steps at either end of inner chains', () => {
    expect(describeFlow(visibleSteps(nested))).toEqual([
      'start>each',
      'each(inside)>route',
      'inside>null',
      'route{Yes:yes No:null}>end',
      'yes>null',
      'end>null',
    ]);
  });

  test('leaves out what is inside a hidden loop that the trigger does not lead to', () => {
    const loose = nested.map((step) => (step.stepId === 'each' ? { ...step, isHiddenFromCustomer } : step));
    const unreached = change(loose, 'start', { nextStepId: null });
    expect([...findHiddenSteps(unreached)].map(({ stepId }) => stepId).sort()).toEqual([
      'deep',
      'each',
      'h',
      'in',
      'inside',
      'last',
      'loop',
    ]);
  });

  test('always includes the trigger', () => {
    const steps = change(chain, 'start', { isHiddenFromCustomer });
    expect(visibleSteps(steps)[0]).toMatchObject({ stepId: 'start', nextStepId: 'a' });
  });
});

describe('an earlier version, from before its steps were hidden', () => {
  const shown = (steps: readonly WorkflowStep[]) =>
    steps.map((step): WorkflowStep => {
      const { isHiddenFromCustomer: _, ...open } = step;
      return open.type === 'Branch'
        ? { ...open, conditionGroups: open.conditionGroups.map(({ isHiddenFromCustomer: _, ...group }) => group) }
        : (open as WorkflowStep);
    });

  test.each([
    ['a chain', chain],
    ['nested steps and groups', nested],
  ])('shows the same of %s as the current one', (_, present) => {
    expect(describeFlow(visibleSteps(hideAlike(shown(present), present)))).toEqual(describeFlow(visibleSteps(present)));
  });

  test('finds them under their old names, and is unchanged if nothing is hidden', () => {
    const earlier = shown(chain).map((step) => (step.stepId === 'h2' ? { ...step, stepId: 'old', clientId: 'c-h2' } : step));
    expect(visibleSteps(hideAlike(earlier, chain)).map(({ stepId }) => stepId)).toEqual(['start', 'a', 'b']);
    expect(hideAlike(earlier, earlier)).toBe(earlier);
  });
});

describe('a save by an owner who does not see the hidden steps', () => {
  test.each([
    ['a chain', chain],
    ['nested steps', nested],
  ])('without changes to %s restores the stored steps', (_, stored) => {
    expect(keepHiddenSteps(visibleSteps(stored), stored)).toEqual(stored);
  });

  test('keeps them whatever is hidden in any workflow', () => {
    fc.assert(
      fc.property(anyWorkflow, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (steps, flags) => {
        const stored = steps.map((step, at): WorkflowStep => {
          const flagged = flags[at % flags.length] ? { ...step, isHiddenFromCustomer } : step;
          if (flagged.type !== 'Branch') return flagged;
          const conditionGroups = flagged.conditionGroups.map((group, place) =>
            flags[(at + place + 7) % 40] ? { ...group, isHiddenFromCustomer } : group,
          );
          return { ...flagged, conditionGroups };
        });
        const seen = visibleSteps(stored);
        const names = new Set(seen.map(({ stepId }) => stepId));
        for (const step of findHiddenSteps(stored))
          expect(JSON.stringify(describeFlow(seen))).not.toMatch(new RegExp(`\\b${step.stepId}\\b`));
        expect([...findHiddenSteps(stored)].some(({ stepId }) => names.has(stepId))).toBe(false);
        expect(keepHiddenSteps(seen, stored)).toEqual(stored);
      }),
    );
  });

  test('leaves them after the step they were after when a step is inserted', () => {
    const seen = visibleSteps(chain);
    const saved = [...change(seen, 'a', { nextStepId: 'new' }), script('new', 'b')];
    expect(describeFlow(keepHiddenSteps(saved, chain))).toEqual(['start>a', 'a>h1', 'h1>h2', 'h2>new', 'b>null', 'new>b']);
  });

  test('moves them after the preceding step when the one they were after is deleted', () => {
    const saved = change(visibleSteps(chain), 'start', { nextStepId: 'b' }).filter(({ stepId }) => stepId !== 'a');
    expect(describeFlow(keepHiddenSteps(saved, chain))).toEqual(['start>h1', 'h1>h2', 'h2>b', 'b>null']);
  });

  test('keeps them at the end when the step after them is deleted', () => {
    const saved = change(visibleSteps(chain), 'a', { nextStepId: null }).filter(({ stepId }) => stepId !== 'b');
    expect(describeFlow(keepHiddenSteps(saved, chain))).toEqual(['start>a', 'a>h1', 'h1>h2', 'h2>null']);
  });

  test('follows a renamed step in their pointers and texts', () => {
    const saved = change(change(visibleSteps(chain), 'start', { nextStepId: 'first' }), 'a', { stepId: 'first' });
    const kept = keepHiddenSteps(saved, chain);
    expect(describeFlow(kept)).toEqual(['start>first', 'first>h1', 'h1>h2', 'h2>b', 'b>null']);
    expect(kept[3]).toMatchObject({ script: 'return Steps["first"].Response' });
  });

  test('keeps hidden groups after the group they were after', () => {
    const route = visibleSteps(nested).find(({ stepId }) => stepId === 'route');
    if (route?.type !== 'Branch') throw new Error('route is a branch');
    const [yes, no] = route.conditionGroups;
    const saved = change(visibleSteps(nested), 'route', { conditionGroups: [no, { name: 'New', nextStepId: null }, yes] });
    expect(describeFlow(keepHiddenSteps(saved, nested))).toContain('route{No:last New:null Yes:yes Secret:deep}>end');
  });

  test('is refused if it deletes a loop or a group with hidden steps, or uses the name of one', () => {
    const seen = visibleSteps(nested);
    const withoutLoop = change(seen, 'start', { nextStepId: 'route' }).filter(({ stepId }) => stepId !== 'each' && stepId !== 'inside');
    expect(() => keepHiddenSteps(withoutLoop, nested)).toThrow('“each” contains steps that are hidden from you');
    const withoutGroup = change(seen, 'route', { conditionGroups: [{ name: 'Yes', nextStepId: 'yes' }] });
    expect(() => keepHiddenSteps(withoutGroup, nested)).toThrow('“No” of “route” contains steps');
    expect(() => keepHiddenSteps([...seen, script('deep', null)], nested)).toThrow('The name “deep” is taken');
  });
});
