import { expect, test } from 'vitest';
import { briefOfStep } from './brief-of-step.ts';

test('describes a step’s result in a few words', () => {
  expect(briefOfStep('Trigger', { payload: { lines: [], id: 'A-1001', total: 5 } })).toBe('id: A-1001');
  expect(briefOfStep('Trigger', { payload: { lines: [1] } })).toBe('1 field');
  expect(briefOfStep('HttpRequest', { response: { responseHttpStatusCode: 200, body: { id: 1 } } })).toBe('200 OK');
  expect(briefOfStep('HttpRequest', { response: { responseHttpStatusCode: 418, body: [1, 2] } })).toBe('418, 2 items');
  expect(briefOfStep('CustomScript', { response: { body: [1] } })).toBe('1 item');
  expect(briefOfStep('CustomScript', { response: { body: 'a\n  b' } })).toBe('a b');
  expect(briefOfStep('CustomScript', { response: { body: null } })).toBe('null');
  expect(briefOfStep('Loop', { request: { collection: '$Data.x', count: 1_200 } })).toBe('1,200 items');
  expect(briefOfStep('DelayStep', {})).toBe('');
  expect(briefOfStep('HttpRequest', { error: 'x'.repeat(100) })).toHaveLength(40);
});
