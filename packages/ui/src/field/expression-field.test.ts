import { expect, test } from 'vitest';
import { expressionRows } from './expression-field.tsx';

test('keeps an expression on one line below 30 characters, then grows to 7 rows, a formula to 6 (EXPR-13)', () => {
  expect(expressionRows('')).toBe(1);
  expect(expressionRows('x'.repeat(29))).toBe(1);
  expect(expressionRows('x'.repeat(30))).toBe(7);
  expect(expressionRows('x'.repeat(30), 'formula')).toBe(6);
  expect(expressionRows('a\nb')).toBe(7);
});
