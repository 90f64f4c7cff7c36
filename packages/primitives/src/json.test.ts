import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, isSameJson } from './json.ts';

describe('isObject', () => {
  test.each([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['{}', false],
    [undefined, false],
  ])('%j: %s', (value, is) => {
    expect(isObject(value)).toBe(is);
  });
});

describe('isSameJson', () => {
  test('holds for a copy with its members in another order', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isSameJson(value, turned(JSON.parse(JSON.stringify(value))))));
  });

  test('agrees with comparing the texts of two values with sorted members', () => {
    const small = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, true, 0, 1, '', 'a'), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 2 }),
      object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('value'), { maxKeys: 2 }),
    })).value;
    fc.assert(
      fc.property(small, small, (left, right) => isSameJson(left, right) === (sortedText(left) === sortedText(right))),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [[undefined], [], false],
    [JSON.parse('{"__proto__": {}}'), {}, false],
    [JSON.parse('{"constructor": null}'), {}, false],
    ['1', 1, false],
    [null, {}, false],
  ])('%j and %j: %s', (left, right, same) => {
    expect(isSameJson(left, right)).toBe(same);
    expect(isSameJson(right, left)).toBe(same);
  });

  test('compares values nested deeper than the stack', () => {
    const deep = (innermost: number) => {
      let value: unknown = innermost;
      for (let level = 0; level < 200_000; level += 1) value = [value];
      return value;
    };
    expect(isSameJson(deep(1), deep(1))).toBe(true);
    expect(isSameJson(deep(1), deep(2))).toBe(false);
  });
});

function withMembers(value: unknown, order: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => withMembers(item, order));
  if (!isObject(value)) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([name, member]) => [name, withMembers(member, order)]));
}

function turned(value: unknown): unknown {
  return withMembers(value, (members) => members.toReversed());
}

function sortedText(value: unknown): string {
  return JSON.stringify(withMembers(value, (members) => members.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}
