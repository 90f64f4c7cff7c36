import { expect, it } from 'vitest';
import { filledValue, valuesToFill, withFilledValue } from './left-to-fill.ts';

const steps = [
  { stepId: 'start', type: 'Trigger' },
  {
    stepId: 'tell',
    type: 'ConnectorOperation',
    requestParameterMappings: [
      { toParameterPath: 'body.channelId', fromParameterExpression: '' },
      { toParameterPath: 'body.lines[].price_list', fromParameterExpression: null },
      { toParameterPath: 'body.text', fromParameterExpression: 'Hello' },
    ],
  },
];

it('PB-21, PB-45: what a template leaves empty is asked, and kept under its step', () => {
  const values = valuesToFill(steps);
  expect(values.map(({ label }) => label)).toEqual(['Channel id', 'Lines › Price list']);
  const [channel, price] = values as [(typeof values)[number], (typeof values)[number]];
  const once = withFilledValue([], channel, 'C1');
  const both = withFilledValue(once, price, '7');
  expect(both).toEqual([
    {
      ...{ stepId: 'tell', connectorId: null, operationId: null },
      parameterMappings: [
        { toParameterPath: 'body.channelId', fromParameterExpression: 'C1' },
        { toParameterPath: 'body.lines[].price_list', fromParameterExpression: '7' },
      ],
    },
  ]);
  expect(filledValue(both, channel)).toBe('C1');
  expect(withFilledValue(both, channel, '')[0]?.parameterMappings).toHaveLength(1);
});
