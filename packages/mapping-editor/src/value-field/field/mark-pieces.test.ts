import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expressionRows } from './expression-rows.ts';
import { markPieces } from './mark-pieces.ts';

describe('markPieces', () => {
  test('splits a text at its references, formulas and problems', () => {
    const text = 'a $Data.x b ${addDays(Data.y, 1)}';
    const problem = { start: 22, end: 28, severity: 'warning' as const, message: '' };
    expect(markPieces(text, [problem]).map(({ text: piece, look }) => `${look}:${piece}`)).toEqual([
      'text:a ',
      'reference:$Data.x',
      'text: b ',
      'formula:${addDays(',
      'warning:Data.y',
      'formula:, 1)}',
    ]);
  });

  test('never loses or doubles a character of any text, since the layer must be exactly below it', () => {
    const parts = fc.constantFrom(
      '$',
      '{',
      '}',
      'Steps',
      '["',
      '"]',
      'Data',
      '.',
      'a',
      ' ',
      '\n',
      'utcNow()',
      '$Data.x',
      '${Data.y}',
      '東',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), fc.array(fc.nat(60), { maxLength: 6 }), (words, places) => {
        const text = words.join('');
        const problems = places.map((start) => ({ start, end: start + 3, severity: 'error' as const, message: '' }));
        const pieces = markPieces(text, problems);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        let at = 0;
        for (const piece of pieces) {
          expect(piece.start).toBe(at);
          at += piece.text.length;
        }
      }),
    );
  });
});

describe('expressionRows', () => {
  test('follows EXPR-12 and EXPR-13', () => {
    expect(expressionRows('x'.repeat(29), 'expression', false)).toEqual({ least: 1, most: 1 });
    expect(expressionRows('x'.repeat(30), 'expression', false)).toEqual({ least: 1, most: 7 });
    expect(expressionRows('x'.repeat(30), 'formula', false)).toEqual({ least: 1, most: 6 });
    expect(expressionRows('', 'json', true)).toEqual({ least: 4, most: 30 });
  });
});
