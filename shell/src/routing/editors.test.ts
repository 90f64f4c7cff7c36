import { expect, test } from 'vitest';
import { editorAt } from './editors.ts';

test.for([
  ['/workflows/7/edit', '/workflows/7'],
  ['/workflows/7', '/workflows/7'],
  ['/admin/connectorTypes/7/editor', '/admin/connectorTypes/7'],
  ['/admin/connectorTypes/add', '/admin/connectorTypes/add'],
  ['/connectors/7/edit', '/connectors/7'],
  ['/playbook-wizards/7', '/playbook-wizards/7'],
])('%s is the editor %s, whichever of its tabs is open', ([path = '', editor]) => {
  expect(editorAt(path)).toBe(editor);
});

test.for([
  '/workflows',
  '/workflows/add',
  '/workflows/add-from-template',
  '/run-history/7/view',
  '/connectors',
  '/playbooks/7',
  '/admin/users',
  '/',
])('%s is not an editor', (path) => {
  expect(editorAt(path)).toBeNull();
});
