import { expect, test } from 'vitest';
import { connectAgain } from './authorization-flow.ts';

test('a system message that ends with a full stop gets no second one', () => {
  const whole = 'The system takes no connection. Please connect again.';
  expect([connectAgain('The system takes no connection'), connectAgain('The system takes no connection. ')]).toEqual([whole, whole]);
});
