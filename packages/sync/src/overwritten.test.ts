import { describe, expect, test } from 'vitest';
import { overwrittenNote } from './overwritten.ts';

const fields = [
  { toParameterPath: 'body.product.name', value: 'From the source' },
  { toParameterPath: 'body.product.price', value: 10 },
];
const note = (current: object, lastWritten: Record<string, unknown> | null = { 'product.name': 'Before', 'product.price': 5 }) =>
  overwrittenNote({ typeName: 'Shop', fields, current, lastWritten });

describe('overwrittenNote', () => {
  test('names the fields that differ from the last write, with the lost values', () => {
    expect(note({ name: 'Changed there', price: '5.00' })).toBe(
      'The record had changed in Shop too. The source’s values replaced: name “Changed there”.',
    );
  });

  test('names a field with the wrapper member of the record itself', () => {
    const current = { product: { name: 'Changed there', price: 5 } };
    expect(note(current)).toContain('replaced: product.name “Changed there”.');
  });

  test('says nothing if another field changed, or the target already has the new values', () => {
    expect(note({ name: 'Before', price: 5, stock: 3 })).toBeNull();
    expect(note({ name: 'From the source', price: '10.0' })).toBeNull();
    expect(note({ stock: 3 })).toBeNull();
  });

  test('names every replaced value if the last write is unknown', () => {
    expect(note({ name: 'There', price: 5 }, null)).toContain('name “There”, price “5”.');
  });

  test('shortens long values and many fields', () => {
    const many = Array.from({ length: 11 }, (_, at) => ({ toParameterPath: `body.f${at}`, value: 'new' }));
    const current = Object.fromEntries(many.map((_, at) => [`f${at}`, 'x'.repeat(500)]));
    const text = overwrittenNote({ typeName: 'Shop', fields: many, current, lastWritten: null });
    expect(text).toContain(' and 3 more.');
    expect(text?.length).toBeLessThan(1_200);
  });
});
