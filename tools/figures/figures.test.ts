import { expect, test } from 'vitest';
import { doubledDocumentation } from './figures.ts';
import { importCircles } from './import-circles.ts';
import { parseSource } from './parse-source.ts';

test('functions have their name, lines and parameters, imports whether they are type-only', () => {
  const { functions, imports, nestedTernaries } = parseSource(
    "import type { A } from './a.ts';\nimport { b } from './b.ts';\nconst one = (x: A, y: A) => {\n  return b(x, y);\n};\nfunction two() { return one ? 1 : b ? 2 : 3; }\n",
    'ts',
  );
  expect(functions).toEqual([
    { name: 'one', lines: 3, parameters: 2 },
    { name: 'two', lines: 1, parameters: 0 },
  ]);
  expect(imports).toEqual([
    { specifier: './a.ts', isTypeOnly: true },
    { specifier: './b.ts', isTypeOnly: false },
  ]);
  expect(nestedTernaries).toEqual([2]);
});

test('cycles are found, even indirect ones, each once', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'x']],
    ['c', ['a']],
    ['x', ['outside']],
    ['y', ['z']],
    ['z', ['y', 'a']],
  ]);
  expect(importCircles(graph).map((circle) => circle.toSorted())).toEqual([
    ['a', 'b', 'c'],
    ['y', 'z'],
  ]);
});

test('reports two documentation blocks in a row', () => {
  expect(doubledDocumentation('/** One. */\n/** Two. */\nconst a = 1;\n')).toEqual([1]);
  expect(doubledDocumentation('/**\n * One.\n */\n\n/** Two. */\nconst a = 1;\n')).toEqual([]);
});
