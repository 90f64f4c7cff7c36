import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { normalize } from '../files/content.ts';
import { Project } from '../files/project.ts';
import type { State } from '../files/state.ts';
import { readFiles } from './plan.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portage-cli-'));
  mkdirSync(join(folder, 'workflows'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = normalize({ name: 'Orders', description: null, loggingMode: 'LogAllData', steps: [] });
const entry = { id: 'w1', versionId: 'v1', draftVersionId: null, content, local: '' };

function stemsAfter(files: Record<string, string>, workflows: State['workflows']) {
  for (const [stem, name] of Object.entries(files)) writeFileSync(join(folder, `workflows/${stem}.yaml`), `name: ${name}\nsteps: []\n`);
  const state = { url: '', userId: '', workflows };
  readFiles({ project: new Project(folder), state });
  return Object.keys(state.workflows);
}

test('a renamed file keeps its workflow', () => {
  expect(stemsAfter({ sales: 'Orders' }, { orders: entry })).toEqual(['sales']);
});

test('a copy, another name, or a choice of two is a new workflow', () => {
  expect(stemsAfter({ orders: 'Orders', copy: 'Orders' }, { orders: entry })).toEqual(['orders']);
  expect(stemsAfter({ orders: 'Orders', sales: 'Sales' }, { gone: entry, other: entry })).toEqual(['gone', 'other']);
});
