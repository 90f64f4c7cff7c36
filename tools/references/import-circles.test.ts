import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test } from 'vitest';
import { importCircles, importGraph } from './import-circles.ts';
import { writtenFiles } from './references.ts';

/** Parts of one recursive structure: a schema has properties, which have schemas; a parameter has parts, which are parameters. */
const RECURSIVE = [
  [
    'mfe-workflows/src/editor/step-forms/parameters/array-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/parameters/object-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/parameters/one-of-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/parameters/parameter-field.tsx',
  ],
  [
    'mfe-admin/src/connector-types/api-editor/schema/property-list.tsx',
    'mfe-admin/src/connector-types/api-editor/schema/schema-fields.tsx',
  ],
];

test('files import each other in cycles, types included, only where components are recursive', () => {
  const paths = writtenFiles().filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const graph = importGraph(paths.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })));
  expect(importCircles(graph).map((circle) => circle.toSorted())).toEqual(RECURSIVE);
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

test('imports and exports from other files count, even over several lines; packages and dynamic imports do not', () => {
  const text =
    "import type { A } from './a.ts';\nimport {\n  b,\n} from '../b.ts';\nimport './c.ts';\nexport * from './d.ts';\nimport { e } from 'e';\n";
  const graph = importGraph([{ file: 'x/y/z.ts', text: `${text}const lazy = () => import('./f.ts');\n` }]);
  expect(graph.get('x/y/z.ts')).toEqual(['x/y/a.ts', 'x/b.ts', 'x/y/c.ts', 'x/y/d.ts']);
});
