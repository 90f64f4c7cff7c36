import { expect, it } from 'vitest';
import { HEADER_NAME, isJsonType } from './http.ts';

it('tells the names that a header can have', () => {
  expect(['x-api-key', 'X_1', '!#$'].every((name) => HEADER_NAME.test(name))).toBe(true);
  expect(['', 'x y', 'x:', 'ä', 'x\n'].some((name) => HEADER_NAME.test(name))).toBe(false);
});

it('knows JSON by its content type, whatever stands around it', () => {
  expect(['application/json', 'APPLICATION/JSON;charset=utf-8', 'application/hal+json', 'text/json'].every(isJsonType)).toBe(true);
  expect(['', 'application/jsonp', 'application/x-ndjson', 'text/plain'].some(isJsonType)).toBe(false);
});
