import { diffVersions, type WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

const start: WorkflowStep = { stepId: 'start', clientId: '1', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' };
const call: WorkflowStep = {
  stepId: 'call',
  clientId: '2',
  type: 'HttpRequest',
  url: 'https://a.example',
  headers: { 'x-aB': '1' },
  nextStepId: null,
};

function describeChanges(before: WorkflowStep[], after: WorkflowStep[]): string[] {
  return diffVersions(before, after).map((change) => changeWords(change, after));
}

describe('the change log', () => {
  test('names fields as their forms do', () => {
    const changed = { ...call, url: 'https://b.example', headers: { 'x-aB': '2' }, useRetry: true, description: 'New' };
    expect(describeChanges([start, call], [start, changed])).toEqual([
      'call: URL changed',
      'call: Headers › x-aB changed',
      'call: Retry added',
      'call: Description added',
    ]);
  });

  test('says that a step was switched off and on', () => {
    const off: WorkflowStep = { ...call, isSwitchedOff: true };
    expect(describeChanges([start, call], [start, off])).toEqual(['Step “call” switched off']);
    expect(describeChanges([start, off], [start, { ...off, isSwitchedOff: false }])).toEqual(['Step “call” switched on']);
    expect(describeChanges([start, off], [start, call])).toEqual(['Step “call” switched on']);
  });

  test('says where a step was added, and that one was removed', () => {
    const wait: WorkflowStep = { stepId: 'wait', clientId: '3', type: 'DelayStep', delayValue: 1, nextStepId: null };
    expect(describeChanges([start, call], [start, { ...call, nextStepId: 'wait' }, wait])).toContain('Step “wait” added after “call”');
    expect(describeChanges([start, call, wait], [start, call])).toEqual(['Step “wait” removed']);
    const loop: WorkflowStep = { stepId: 'each', clientId: '4', type: 'Loop', loopFirstStepId: 'wait', nextStepId: null };
    expect(describeChanges([start, call, loop], [start, call, loop, wait])).toEqual(['Step “wait” added at the start of “each”']);
    const groups = [{ name: 'Yes', nextStepId: 'wait', conditions: [] }];
    const branch: WorkflowStep = { stepId: 'route', clientId: '5', type: 'Branch', conditionGroups: groups, nextStepId: null };
    expect(describeChanges([start, call, branch], [start, call, branch, wait])).toEqual(['Step “wait” added in “Yes” of “route”']);
  });

  test('names the parts of a branch', () => {
    const branch: WorkflowStep = {
      stepId: 'route',
      clientId: '5',
      type: 'Branch',
      conditionGroups: [{ name: 'Yes', conditions: [{ leftExpression: '1', operator: 'Equals', rightExpression: '1' }] }],
    };
    const other: WorkflowStep = {
      ...branch,
      conditionGroups: [{ name: 'Yes', conditions: [{ leftExpression: '2', operator: 'Equals', rightExpression: '1' }] }],
    };
    expect(describeChanges([start, branch], [start, other])).toEqual(['route: Condition 1 › Comparison 1 › Value changed']);
  });
});
