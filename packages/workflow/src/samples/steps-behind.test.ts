import { expect, test } from 'vitest';
import { availableReferences } from '../references/available-references.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { stepsBehind } from './steps-behind.ts';

const steps: WorkflowStep[] = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'worked' },
  { stepId: 'worked', type: 'CustomScript', script: 'return 1', nextStepId: 'my step' },
  { stepId: 'my step', type: 'CustomScript', script: 'return 1', nextStepId: 'each' },
  { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["worked"].Response', loopFirstStepId: 'send' },
  { stepId: 'send', type: 'HttpRequest', url: '' },
];
const available = availableReferences(steps, 'send');

test.each([
  ['$Steps["worked"].Response.total', ['worked']],
  ['${Steps["each"].Item.sku}', ['each', 'worked']],
  ['${worked.tot', ['worked']],
  ['Sum: $each.', ['each', 'worked']],
  ['${my step.tot', ['my step']],
  ['${my.tot', []],
  ['${reworked.tot', []],
  ['${Data.worked.tot', []],
  ['It worked.', []],
])('%s needs the values of %j', (text, names) => {
  expect(stepsBehind(text, available).steps).toEqual(names);
});
