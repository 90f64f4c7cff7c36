import type { StepValues } from '@portage/workflow';
import { expect, test } from 'vitest';
import { responseData, responseValues } from './response-values.ts';

const cookies = ['sid=1; Path=/', 'theme=dark, light; Expires=Wed, 09 Jun 2027 10:18:14 GMT'];

test.each<[string, StepValues]>([
  ['several headers of one name', { Response: 1, ResponseHttpStatusCode: 200, ResponseHeaders: { 'set-cookie': cookies, vary: 'a, b' } }],
  ['a list of one header', { Response: 1, ResponseHttpStatusCode: 200, ResponseHeaders: { 'set-cookie': cookies.slice(0, 1) } }],
  ['no headers', { Response: 1, ResponseHttpStatusCode: 200, ResponseHeaders: {} }],
  ['bytes', { Response: 'JVBERg==', ResponseHttpStatusCode: 200, ResponseHeaders: {}, ResponseIsBase64: true }],
  ['pages of a list', { Response: { data: [1] }, ResponseHttpStatusCode: 200, ResponseHeaders: {}, ResponseItemsPath: 'data' }],
  ['a list that is the whole response', { Response: [1], ResponseHttpStatusCode: 200, ResponseHeaders: {}, ResponseItemsPath: '' }],
  ['no call', { Response: null }],
  ['nothing', {}],
])('what people see of a response restores what later steps got: %s', (_what, values) => {
  expect(responseValues({ response: responseData(values) })).toEqual(values);
});

test('a step’s failure is among its values', () => {
  expect(responseValues({ response: { responseHttpStatusCode: 404, body: null }, error: 'Not found' })).toEqual({
    Response: null,
    ResponseHttpStatusCode: 404,
    Error: 'Not found',
  });
});

test('people also see repeated headers joined', () => {
  expect(responseData({ Response: 1, ResponseHeaders: { 'set-cookie': ['a=1', 'b=2'] } })).toMatchObject({
    headers: { 'set-cookie': 'a=1, b=2' },
    headerLists: { 'set-cookie': ['a=1', 'b=2'] },
  });
});
