import { expect, test } from 'vitest';
import { exportName } from './download-document.ts';

test('CTYPE-21: the file is named after the connector type, or "schema"', () => {
  expect(exportName('Pet shop')).toBe('Pet shop.yaml');
  expect(exportName('')).toBe('schema.yaml');
  expect(exportName('///')).toBe('schema.yaml');
  expect(exportName('a/b: c')).toBe('a b  c.yaml');
});
