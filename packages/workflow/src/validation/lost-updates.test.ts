import { expect, test } from 'vitest';
import { workflowStepsSchema } from '../step-types/workflow-step.ts';
import { lostUpdates } from './lost-updates.ts';

const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript', script: text });
const store = (operation: string, valueExpression: string, more: object = {}) => ({
  stepId: 'store',
  type: 'DataStorage',
  dataStorageOperation: operation,
  keyValues: [{ key: 'count', valueExpression }],
  ...more,
});
const readersIn = (...steps: object[]) =>
  lostUpdates(workflowStepsSchema.parse(steps)).map(({ message }) => /"([^"]*)" reads/.exec(message)?.[1]);
const ofWorkflow = { scope: 'Workflow' };

test.each(['return Number($Data.count) + 1;', 'return Data["count"] + 1', "return $Data['count'] + 1", 'return Data?.count + 1'])(
  'an update from a script that read the value is named: %s',
  (text) => {
    expect(readersIn(script('next', text), store('Update', '$Steps["next"].Response'))).toEqual(['next']);
  },
);

test('the value is traced through other steps, scripts and conditions of any kind', () => {
  const call = { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: 'https://a.example/$Data.count' };
  expect(readersIn(call, script('work', 'return Steps.call.Response'), store('Update', '${Steps["work"].Response}'))).toEqual(['call']);
  expect(readersIn(script('next', 'return $Data.count'), store('Create', '$Steps["next"].Response', ofWorkflow))).toEqual(['next']);
  expect(readersIn(store('Create', '${add($Data.count, 1)}', ofWorkflow))).toEqual(['store']);
});

test('atomic changes, values of the run and other keys are not named', () => {
  const next = script('next', 'return $Data.count');
  expect(readersIn(store('Update', '${add($Data.count, 1)}'))).toEqual([]);
  for (const operation of ['Add', 'Append', 'SetIf']) expect(readersIn(next, store(operation, '$Steps["next"].Response'))).toEqual([]);
  expect(readersIn(next, store('Create', '$Steps["next"].Response'))).toEqual([]);
  expect(readersIn(script('next', 'return $Data.counter + $Data.amount'), store('Update', '$Steps["next"].Response'))).toEqual([]);
  expect(
    readersIn(script('a', 'return Steps.b.Response'), script('b', 'return Steps.a.Response'), store('Update', '$Steps["a"].Response')),
  ).toEqual([]);
});
