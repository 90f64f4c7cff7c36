import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';
import { importGraph, sourceFiles } from './source-files.ts';

/** Parts of one recursive structure: a schema has properties, which have schemas; a parameter has parts, which are parameters. */
const RECURSIVE = [
  [
    'mfe-workflows/src/editor/step-forms/connector/array-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/connector/object-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/connector/one-of-parameter.tsx',
    'mfe-workflows/src/editor/step-forms/connector/parameter-field.tsx',
  ],
  [
    'mfe-admin/src/connector-types/api-editor/schema/property-list.tsx',
    'mfe-admin/src/connector-types/api-editor/schema/schema-fields.tsx',
  ],
];

test('files import each other in cycles, types included, only where components are recursive', () => {
  const graph = importGraph(sourceFiles(), { withTypes: true });
  expect(importCircles(graph).map((circle) => circle.toSorted())).toEqual(RECURSIVE);
});
