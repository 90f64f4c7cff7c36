import { describe, expect, test } from 'vitest';
import { workflowStepsSchema } from '../step-types/workflow-step.ts';
import { validateWorkflow } from './validate-workflow.ts';
import { workflowWarnings } from './workflow-warnings.ts';

const delay = (stepId: string, nextStepId: string | null = null) => ({ stepId, type: 'DelayStep', delayValue: 1, nextStepId });
const say = (stepId: string, value: string, nextStepId: string | null = null) => ({
  stepId,
  type: 'DataStorage',
  dataStorageOperation: 'Create',
  keyValues: [{ key: 'k', valueExpression: value }],
  nextStepId,
});
const branch = (conditionGroups: object[], nextStepId: string | null = null) => ({
  stepId: 'branch',
  type: 'Branch',
  conditionGroups,
  nextStepId,
});
const holds = { conditions: [{ leftExpression: '1', operator: 'Equals', rightExpression: '1' }] };

/** Warnings of a valid workflow after a manual trigger that leads to `first`. */
function collectWarnings(first: string, steps: object[]): string[] {
  const parsed = workflowStepsSchema.parse([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: first }, ...steps]);
  expect(validateWorkflow(parsed)).toEqual([]);
  return workflowWarnings(parsed).map(({ stepId, message }) => `${stepId}: ${message}`);
}

describe('workflowWarnings', () => {
  test('is empty for a workflow that runs as drawn', () => {
    const groups = [{ name: 'Yes', ...holds, nextStepId: 'a' }, { name: 'No' }];
    const steps = [branch(groups, 'b'), delay('a'), say('b', '$Steps["a"].Payload', 'end'), { stepId: 'end', type: 'EndStep' }];
    expect(collectWarnings('branch', steps)).toEqual([]);
  });

  test('names the first step of an unconnected chain', () => {
    expect(collectWarnings('a', [delay('a'), delay('b', 'c'), delay('c')])).toEqual(['b: This step is not connected: it never runs']);
  });

  test('names the step after an end, also in a loop', () => {
    expect(collectWarnings('end', [{ stepId: 'end', type: 'EndStep', nextStepId: 'a' }, delay('a')])).toEqual([
      'a: This step never runs: "end" before it ends the path',
    ]);
    const loop = { stepId: 'loop', type: 'Loop', listContextDataEntityName: '$Data.x', loopFirstStepId: 'end' };
    expect(
      collectWarnings('loop', [loop, { stepId: 'end', type: 'EndStep', endStepScope: 'Loop', nextStepId: 'a' }, delay('a')]),
    ).toHaveLength(1);
  });

  test('names options that are never taken, and those that share a name', () => {
    expect(collectWarnings('branch', [branch([{ name: 'All' }, { name: 'Big', ...holds }])])).toEqual([
      'branch: "Big" is never taken: "All" before it has no conditions',
    ]);
    expect(
      collectWarnings('branch', [
        branch([
          { name: 'Big', ...holds },
          { name: 'Big', useScript: true, script: 'return true' },
        ]),
      ]),
    ).toEqual(['branch: Two options are called "Big"']);
  });

  test('names references to later steps, to itself and to another option', () => {
    expect(collectWarnings('a', [say('a', '$Steps["b"].Payload', 'b'), delay('b')])).toEqual(['a: "b" has not run when this step starts']);
    expect(collectWarnings('a', [say('a', '$Steps["a"].Payload')])).toEqual(['a: "a" has not run when this step starts']);
    const groups = [
      { name: 'Yes', ...holds, nextStepId: 'a' },
      { name: 'No', nextStepId: 'b' },
    ];
    expect(
      collectWarnings('branch', [branch(groups, 'c'), delay('a'), say('b', '$Steps["a"].Payload'), say('c', '$Steps["b"].Payload')]),
    ).toEqual(['b: "a" has not run when this step starts']);
  });

  test('a later step in a loop may have values of the previous iteration, which exist after the loop', () => {
    const loop = { stepId: 'loop', type: 'Loop', listContextDataEntityName: '$Data.x', loopFirstStepId: 'a', nextStepId: 'c' };
    const steps = [loop, say('a', '$Steps["b"].Payload', 'b'), say('b', '$Steps["loop"].CurrentItem'), say('c', '$Steps["b"].Payload')];
    expect(collectWarnings('loop', steps)).toEqual([]);
    const collect = (resultExpression: string) => collectWarnings('loop', [{ ...loop, resultExpression }, ...steps.slice(1)]);
    expect(collect('${Steps["loop"].CurrentItem.a}${Steps["b"].Payload}')).toEqual([]);
    expect(collect('$Steps["c"].Payload')).toHaveLength(1);
  });

  test('handles 2,000 steps', () => {
    const chain = Array.from({ length: 1_998 }, (_, at) =>
      say(`s${at}`, `$Steps["s${at - 1 < 0 ? 1 : at - 1}"].Payload`, at === 1_997 ? null : `s${at + 1}`),
    );
    expect(collectWarnings('s0', chain)).toEqual(['s0: "s1" has not run when this step starts']);
  });
});
