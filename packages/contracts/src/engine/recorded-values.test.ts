import { expect, test } from 'vitest';
import { recordedValues } from './recorded-values.ts';

test('returns what references read, for triggers and calls', () => {
  const trigger = { payload: { a: 1 }, request: { method: 'POST', headers: { h: '1' }, query: {} } };
  expect(recordedValues({ stepType: 'Trigger', stepData: trigger })).toEqual({
    Payload: { a: 1 },
    Method: 'POST',
    Headers: { h: '1' },
    Query: {},
  });
  const call = { response: { responseHttpStatusCode: 404, body: null, headers: {} }, error: 'Not found' };
  expect(recordedValues({ stepType: 'HttpRequest', stepData: call })).toEqual({
    Response: null,
    ResponseHttpStatusCode: 404,
    ResponseHeaders: {},
    Error: 'Not found',
  });
  expect(recordedValues({ stepType: 'CustomScript', stepData: null })).toEqual({});
  const collected = { response: { body: [1, null] } };
  expect(recordedValues({ stepType: 'Loop', stepData: collected, path: 'each%results' })).toEqual({ Results: [1, null] });
  expect(recordedValues({ stepType: 'Loop', stepData: { response: { body: 1 } }, path: 'each[0]/%result' })).toEqual({});
});
