import type { ExpressionScope } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chipPieces } from './chip-pieces.ts';

const scope = {
  steps: { order: { Response: { total: 180, 'first name': 'Ada', lines: [{ sku: 'A' }] } }, start: { Payload: { id: 'A-1' } } },
  data: { count: 3 },
  consts: {},
  now: () => new Date('2026-11-23T00:00:00Z'),
} as unknown as ExpressionScope;
const chips = (text: string) => (chipPieces(text, scope, []) ?? []).map(({ text: piece, chip }) => (chip ? chip : piece));

describe('references as chips', () => {
  test('show the step, the path without its source, and the last value', () => {
    expect(chips('Total: ${Steps.order.Response.total} EUR')).toEqual([
      'Total: ',
      { stepName: 'order', label: 'total', value: '180', look: 'reference' },
      ' EUR',
    ]);
    expect(chips('$Steps["order"].Response.lines[0].sku')).toEqual([
      { stepName: 'order', label: 'lines[0].sku', value: '"A"', look: 'reference' },
    ]);
    expect(chips('$Steps["order"].Response')).toMatchObject([{ stepName: 'order', label: 'Response' }]);
    expect(chips('$Steps["order"].Response["first name"]')).toMatchObject([{ label: '["first name"]', value: '"Ada"' }]);
    expect(chips('$Data.count')).toEqual([{ stepName: null, label: 'Data.count', value: '3', look: 'reference' }]);
    expect(chips('$Steps["gone"].Response.x')).toMatchObject([{ stepName: 'gone', label: 'x', value: null }]);
  });

  test('formulas are chips with their content, while errors and prices stay text', () => {
    expect(chips('${addDays(Data.count, 1)}')).toMatchObject([{ stepName: null, look: 'formula' }]);
    expect(chipPieces('costs 5 $ or $5', scope, [])).toBeNull();
    expect(chipPieces('plain', scope, [])).toBeNull();
    expect(chipPieces(`$Data.count${'x'.repeat(6_000)}`, scope, [])).toBeNull();
    expect(chipPieces('$Data.count '.repeat(61), scope, [])).toBeNull();
    const marked = chipPieces('$Data.count', scope, [{ start: 0, end: 11, severity: 'error', message: '' }]);
    expect(marked?.[0]?.chip).toMatchObject({ look: 'error', value: null });
  });

  test('never lose or double a character, whatever the text: a click on a chip selects its reference', () => {
    const parts = fc.constantFrom('$', '{', '}', 'Steps', '["order"]', '.Response', ' ', '\n', '$Data.count', '${utcNow()}', '東', 'a');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (words) => {
        const text = words.join('');
        const pieces = chipPieces(text, scope, []);
        if (!pieces) return;
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const { start, end, text: piece } of pieces) expect(text.slice(start, end)).toBe(piece);
      }),
    );
  });
});
