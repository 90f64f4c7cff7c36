import { expect, test } from 'vitest';
import { readResponse } from './read-response.ts';

test('the response of an End step is taken apart, and its JSON is read', () => {
  const body = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"order":"A-1004","lines":[1,2]}' };
  expect(readResponse({ body })).toEqual({
    responseHttpStatusCode: 201,
    headers: { 'content-type': 'application/json' },
    body: { order: 'A-1004', lines: [1, 2] },
  });
});

test('a called server’s response that looks alike stays as it is', () => {
  const body = { status: 1, headers: {}, body: '{}' };
  expect(readResponse({ responseHttpStatusCode: 200, body })).toEqual({ responseHttpStatusCode: 200, body });
  expect(readResponse({ body: { ...body, total: 5 } })).toEqual({ body: { ...body, total: 5 } });
});

test('JSON in a text is read, and other texts stay texts', () => {
  expect(readResponse({ body: '[1]' })).toEqual({ body: [1] });
  expect(readResponse({ body: 'Created' })).toEqual({ body: 'Created' });
  expect(readResponse({ responseHttpStatusCode: 204 })).toEqual({ responseHttpStatusCode: 204 });
});
