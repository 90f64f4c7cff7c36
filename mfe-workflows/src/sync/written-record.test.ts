import { describe, expect, test } from 'vitest';
import { writtenRecord } from './written-record.ts';

describe('writtenRecord', () => {
  test('turns fields stored by path into a record', () => {
    const written = { 'input.title': 'Tea', 'input.variants[0].price': 4, 'input.variants[0].item.sku': 'T-1' };
    expect(writtenRecord(written)).toEqual({ input: { title: 'Tea', variants: [{ price: 4, item: { sku: 'T-1' } }] } });
  });

  test('leaves values without paths unchanged', () => {
    expect(writtenRecord('text')).toBe('text');
    expect(writtenRecord({ 'lines[': 1 })).toEqual({ 'lines[': 1 });
  });
});
