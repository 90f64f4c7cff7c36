import { expect, test } from 'vitest';
import { filledValue, formatFieldPath, withFilledValue } from './left-to-fill.ts';

test('PB-21, PB-45: typed values are stored under their step and override the template’s', () => {
  const channel = { stepId: 'tell', path: 'body.channelId', usual: '', isRequired: true };
  const price = { stepId: 'tell', path: 'body.lines[].price_list', usual: '5', isRequired: true };
  expect([channel, price].map(({ path }) => formatFieldPath(path))).toEqual(['Channel id', 'Lines › Price list']);
  const once = withFilledValue([], channel, 'C1');
  expect([filledValue(once, channel), filledValue(once, price)]).toEqual(['C1', '5']);
  const both = withFilledValue(once, price, '');
  expect(both).toEqual([
    {
      ...{ stepId: 'tell', connectorId: null, operationId: null },
      parameterMappings: [
        { toParameterPath: 'body.channelId', fromParameterExpression: 'C1' },
        { toParameterPath: 'body.lines[].price_list', fromParameterExpression: '' },
      ],
    },
  ]);
  // Cleared by the person: the template's own value doesn't come back while they type.
  expect(filledValue(both, price)).toBe('');
});
