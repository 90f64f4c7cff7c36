import { describe, expect, test } from 'vitest';
import { availableReferences } from '../references/available-references.ts';
import { scriptProblems } from '../scripts/script-problems.ts';
import { normalizeSteps } from '../step-types/normalize-steps.ts';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import { referenceProblems } from '../validation/reference-problems.ts';
import { validateWorkflow } from '../validation/validate-workflow.ts';
import { workflowWarnings } from '../validation/workflow-warnings.ts';
import { diffVersions } from '../versions/diff-versions.ts';
import { namesSwitchedOff, passOverSwitchedOff } from './switched-off.ts';

/** start -> a -> each(b -> c) -> route(Yes: d) -> call(on error: e) -> last */
function steps(...off: string[]): WorkflowStep[] {
  const all = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' },
    { stepId: 'a', type: 'CustomScript', script: 'return [1]', nextStepId: 'each' },
    { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["a"].Response', loopFirstStepId: 'b', nextStepId: 'route' },
    { stepId: 'b', type: 'CustomScript', script: 'return 1', nextStepId: 'c' },
    { stepId: 'c', type: 'CustomScript', script: 'return Steps["b"].Response' },
    { stepId: 'route', type: 'Branch', conditionGroups: [{ name: 'Yes', conditions: [], nextStepId: 'd' }], nextStepId: 'call' },
    { stepId: 'd', type: 'CustomScript', script: 'return 1' },
    {
      stepId: 'call',
      type: 'HttpRequest',
      httpMethod: 'GET',
      url: 'https://example.com/',
      useErrorPath: true,
      errorFirstStepId: 'e',
      nextStepId: 'last',
    },
    { stepId: 'e', type: 'CustomScript', script: 'return 1' },
    { stepId: 'last', type: 'CustomScript', script: 'return 1' },
  ];
  return workflowStepsSchema.parse(all.map((step) => (off.includes(step.stepId) ? { ...step, isSwitchedOff: true } : step)));
}

const pointers = (list: readonly WorkflowStep[]) => Object.fromEntries(list.map((step) => [step.stepId, step.nextStepId ?? null]));

describe('steps that are switched off', () => {
  test('are skipped along their chain, and stay in the list', () => {
    const run = passOverSwitchedOff(steps('a', 'each', 'b', 'c', 'd', 'e', 'last'));
    expect(run.map(({ stepId }) => stepId)).toEqual(steps().map(({ stepId }) => stepId));
    expect(pointers(run)).toMatchObject({ start: 'route', route: 'call', call: null });
    expect(run.find(({ stepId }) => stepId === 'each')).toMatchObject({ loopFirstStepId: null });
    expect(run.find(({ stepId }) => stepId === 'route')).toMatchObject({ conditionGroups: [{ nextStepId: null }] });
    expect(run.find(({ stepId }) => stepId === 'call')).toMatchObject({ errorFirstStepId: null });
  });

  test('change nothing if none is off, and end at a circle', () => {
    const on = steps();
    expect(passOverSwitchedOff(on)).toBe(on);
    const circle = workflowStepsSchema.parse([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'x' },
      { stepId: 'x', type: 'DelayStep', delayValue: 1, nextStepId: 'y', isSwitchedOff: true },
      { stepId: 'y', type: 'DelayStep', delayValue: 1, nextStepId: 'x', isSwitchedOff: true },
    ]);
    expect(pointers(passOverSwitchedOff(circle))).toMatchObject({ start: null });
  });

  test('include everything inside them', () => {
    expect([...namesSwitchedOff(steps('each', 'route', 'call'))]).toEqual(['each', 'b', 'c', 'route', 'd', 'call', 'e']);
    expect(namesSwitchedOff(steps()).size).toBe(0);
  });

  test('may be incomplete, with everything inside them', () => {
    const broken = steps('each').map((step): WorkflowStep => {
      if (step.type === 'Loop') return { ...step, listContextDataEntityName: '' };
      return step.stepId === 'c' && step.type === 'CustomScript' ? { ...step, script: 'return (' } : step;
    });
    expect([...validateWorkflow(broken), ...scriptProblems(broken)]).toEqual([]);
    const on = broken.map((step) => ({ ...step, isSwitchedOff: false }));
    expect([...validateWorkflow(on), ...scriptProblems(on)].map(({ stepId }) => stepId)).toEqual(['each', 'c']);
  });

  test('never include the trigger', () => {
    const problem = { stepId: 'start', field: 'isSwitchedOff', message: 'The trigger cannot be switched off' };
    expect(validateWorkflow(steps('start'))).toEqual([problem]);
    expect(namesSwitchedOff(steps('start')).size).toBe(0);
    expect(pointers(passOverSwitchedOff(steps('start')))).toEqual(pointers(steps()));
  });

  test('cause warnings where another step reads them, and have no warnings themselves', () => {
    const warned = workflowWarnings(steps('a'));
    expect(warned).toEqual([{ stepId: 'each', field: 'listContextDataEntityName', message: '"a" is switched off: it gives no values' }]);
    expect(workflowWarnings(steps('a', 'each'))).toEqual([]);
  });

  test('are not offered to other steps, and their references are marked', () => {
    const list = steps('a');
    const available = availableReferences(list, 'each');
    expect(available.steps.map(({ step }) => step.stepId)).toEqual(['start']);
    const names = new Set(list.map(({ stepId }) => stepId));
    expect(referenceProblems('$Steps["a"].Response', names, available)).toMatchObject([
      { severity: 'warning', message: '"a" is switched off: it gives no values' },
    ]);
    // Inside a switched-off loop, its own steps are offered to each other.
    const inside = availableReferences(steps('each'), 'c');
    expect(inside.steps.map(({ step }) => step.stepId)).toEqual(['start', 'a', 'each', 'b']);
  });

  test('are a change of the version, and stay off when steps are stored', () => {
    expect(diffVersions(steps(), steps('a'))).toMatchObject([{ kind: 'Added', stepId: 'a', path: 'isSwitchedOff', value: true }]);
    const [, stored] = normalizeSteps(steps('a'), { makeId: () => crypto.randomUUID() });
    expect(stored).toMatchObject({ stepId: 'a', isSwitchedOff: true });
  });
});
