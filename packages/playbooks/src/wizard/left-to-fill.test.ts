import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { valuesToFill } from './left-to-fill.ts';

test('PB-21, PB-45, STEP-51: the wizard asks once for whatever a template leaves empty or marks for playbooks', () => {
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual' },
    {
      ...{ stepId: 'tell', type: 'ConnectorOperation', playbookParameters: ['body.text', 'body.channelId', 'query.notify'] },
      requestParameterMappings: [
        { toParameterPath: 'body.channelId', fromParameterExpression: ' ' },
        { toParameterPath: 'body.lines[].price', fromParameterExpression: null },
        { toParameterPath: 'body.text', fromParameterExpression: 'Hello' },
        { toParameterPath: 'body.icon', fromParameterExpression: 'wave' },
      ],
    },
  ] as WorkflowStep[];
  expect(valuesToFill(steps)).toEqual([
    { stepId: 'tell', path: 'body.channelId', usual: '', isRequired: true },
    { stepId: 'tell', path: 'body.lines[].price', usual: '', isRequired: true },
    { stepId: 'tell', path: 'body.text', usual: 'Hello', isRequired: true },
    { stepId: 'tell', path: 'query.notify', usual: '', isRequired: false },
  ]);
});
