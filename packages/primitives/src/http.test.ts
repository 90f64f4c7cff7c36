import { expect, test } from 'vitest';
import { HEADER_NAME, isConnectionHeader } from './http.ts';

test('recognizes the names a header can have', () => {
  expect(['x-api-key', 'X_1', '!#$'].every((name) => HEADER_NAME.test(name))).toBe(true);
  expect(['', 'x y', 'x:', 'ä', 'x\n'].some((name) => HEADER_NAME.test(name))).toBe(false);
});

test('recognizes the headers that only the connection sets', () => {
  expect(['Host', 'content-length', 'Transfer-Encoding', ' Connection '].every(isConnectionHeader)).toBe(true);
  expect(['content-type', 'x-host', 'cookie', 'date'].some(isConnectionHeader)).toBe(false);
});
