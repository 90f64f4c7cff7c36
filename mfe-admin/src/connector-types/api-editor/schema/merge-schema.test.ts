import { expect, test } from 'vitest';
import { mergeSchema } from './merge-schema.ts';

test('CTYPE-20: a sample adds fields at every depth and removes none', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', 'x-label': 'Number' },
      lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
    },
  };
  const sample = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      lines: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
      total: { type: 'number' },
    },
  };
  expect(mergeSchema(schema, sample)).toEqual({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', 'x-label': 'Number' },
      lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer' } } } },
      total: { type: 'number' },
    },
  });
  expect(mergeSchema({}, sample)).toBe(sample);
  const reference = { $ref: '#/components/schemas/Pet' };
  expect(mergeSchema(reference, sample)).toBe(reference);
});
