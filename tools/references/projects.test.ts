import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test } from 'vitest';

test('the root tsconfig.json names every project, so that an editor opens one world', () => {
  const projects = globSync(['*/tsconfig.json', '*/*/tsconfig.json', '*/*/*/tsconfig.json'], { cwd: ROOT, exclude: ['**/node_modules'] });
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as { references: { path: string }[] };
  expect(references.map(({ path }) => path).toSorted()).toEqual(projects.map(dirname).toSorted());
});
