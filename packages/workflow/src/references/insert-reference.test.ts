import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import { formulas } from '../formulas/formula-table.ts';
import type { ExpressionScope } from '../values/scope.ts';
import { textOfValue } from '../values/value-text.ts';
import { applyInsertion, insertFormula, insertReference } from './insert-reference.ts';
import { listMembers } from './sample-paths.ts';
import { type PathKey, writePath } from './written-reference.ts';

const path = 'Steps["start"].Payload.id';
const now = () => new Date('2026-11-21T04:30:15.123Z');

function insertAt(marked: string, inserted = path): string {
  const start = marked.indexOf('|');
  const text = marked.replaceAll('|', '');
  const end = marked.lastIndexOf('|') === start ? start : marked.lastIndexOf('|') - 1;
  return applyInsertion(text, insertReference(text, start, end, inserted));
}

describe('inserting a reference', () => {
  test.each([
    ['|', '$Steps["start"].Payload.id'],
    ['  |  ', '  $Steps["start"].Payload.id  '],
    ['|$Data.old|', '$Steps["start"].Payload.id'],
    ['Order |', 'Order ${Steps["start"].Payload.id}'],
    ['|new', '${Steps["start"].Payload.id}new'],
    ['Price: US$|', 'Price: US$${Steps["start"].Payload.id}'],
    ['$|', '$Steps["start"].Payload.id'],
    ['$St|', '$Steps["start"].Payload.id'],
    ['Order $St|', 'Order ${Steps["start"].Payload.id}'],
    ['${|}', '${Steps["start"].Payload.id}'],
    ['${|', '${Steps["start"].Payload.id}'],
    ['${ Ste|', '${ Steps["start"].Payload.id}'],
    ['${addDays(|, 1)}', '${addDays(Steps["start"].Payload.id, 1)}'],
    ['${addDays(|utcNow()|, 1)} ', '${addDays(Steps["start"].Payload.id, 1)} '],
    ['$Data.prices[|]', '$Data.prices[Steps["start"].Payload.id]'],
    ['${Data.a} and |', '${Data.a} and ${Steps["start"].Payload.id}'],
    ['{"id": "|"}', '{"id": "${Steps["start"].Payload.id}"}'],
  ])('at %s gives %s', (before, after) => {
    expect(insertAt(before)).toBe(after);
  });

  const names = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
  const samples = fc.jsonValue({ maxDepth: 4 });

  function anyPath(value: unknown, choose: (count: number) => number): { keys: PathKey[]; value: unknown } {
    const keys: PathKey[] = [];
    let here = value;
    for (;;) {
      const members = listMembers(here);
      const at = choose(members.length + 1);
      const member = members[at];
      if (!member) return { keys, value: here };
      keys.push(member.key);
      here = member.value;
    }
  }

  test('any path of any sample gives its value with its type, and inside any text its value as text', () => {
    fc.assert(
      fc.property(names, samples, fc.infiniteStream(fc.nat()), (stepId, sample, numbers) => {
        const chosen = anyPath({ Payload: sample }, (count) => (numbers.next().value ?? 0) % count);
        const scope: ExpressionScope = {
          steps: Object.defineProperty({}, stepId, { value: { Payload: sample }, enumerable: true }),
          data: {},
          consts: {},
          now,
        };
        const written = writePath('Steps', [stepId, ...chosen.keys]);
        expect(evaluateExpression(insertAt('|', written), scope)).toEqual(chosen.value);
        expect(evaluateExpression(insertAt('a 5$ |b', written), scope)).toBe(`a 5$ ${textOfValue(chosen.value)}b`);
        expect(evaluateExpression(insertAt('${nullIfEmpty(|)}', written), scope)).toEqual(toNullIfEmpty(chosen.value));
      }),
      { numRuns: 300 },
    );
  });
});

function toNullIfEmpty(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

describe('inserting a formula', () => {
  const insert = (text: string, start: number, end = start) => {
    const change = insertFormula(text, start, end, 'addDays');
    return { text: applyInsertion(text, change), selected: applyInsertion(text, change).slice(change.selectionStart, change.selectionEnd) };
  };

  test('selects its first argument, so that the next choice replaces it', () => {
    expect(insert('', 0)).toEqual({ text: '${addDays(utcNow(), 1)}', selected: 'utcNow()' });
    expect(insert('due ', 4)).toEqual({ text: 'due ${addDays(utcNow(), 1)}', selected: 'utcNow()' });
  });

  test('needs no braces where a value was already started', () => {
    expect(insert('${formatDate(, "d")}', 13).text).toBe('${formatDate(addDays(utcNow(), 1), "d")}');
  });

  test('wraps a selected reference', () => {
    expect(insert('$Data.day', 0, 9).text).toBe('${addDays(Data.day, 1)}');
    expect(insert('at ${Data.day}', 3, 14).text).toBe('at ${addDays(Data.day, 1)}');
  });

  test('wraps the reference that is the whole text', () => {
    expect(insert('$Data.day', 9)).toEqual({ text: '${addDays(Data.day, 1)}', selected: 'Data.day' });
    expect(insert('${Steps["a"].Payload.day}', 25).text).toBe('${addDays(Steps["a"].Payload.day, 1)}');
    expect(insert('$Data.day and', 13).text).toBe('$Data.day and${addDays(utcNow(), 1)}');
  });

  test.each(formulas.map(({ name }) => name))('%s works as inserted', (name) => {
    const text = applyInsertion('', insertFormula('', 0, 0, name));
    expect(() => evaluateExpression(text, { steps: {}, data: {}, consts: {}, now })).not.toThrow();
  });
});
