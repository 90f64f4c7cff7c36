import { expect, test } from 'vitest';
import { isCurrent, menuFor } from './menu.ts';

const labels = (user: { isAdmin: boolean; scopes: string[] }, path: string) =>
  menuFor(user, path).map(({ title, entries }) => [title, ...entries.map((entry) => `${entry.label} ${entry.path}`)]);

test('a person sees the regular menu, in the order of the specification', () => {
  expect(labels({ isAdmin: false, scopes: [] }, '/workflows')).toEqual([
    [
      undefined,
      'Dashboard /stats',
      'Workflows /workflows',
      'Playbooks & Templates /playbooks-and-templates',
      'Run History /run-history',
      'Connectors /connectors',
    ],
  ]);
});

test('an admin sees their own pages and those of all users', () => {
  expect(labels({ isAdmin: true, scopes: [] }, '/workflows')).toEqual([
    ['Admin User', 'Workflows /workflows', 'Run History /run-history', 'Connectors /connectors', 'Maintenance /admin/maintenance'],
    [
      'All Users',
      'Workflows /admin/workflows',
      'Run History /admin/run-history',
      'Templates /admin/templates',
      'Connector Types /admin/connectorTypes',
      'Users /admin/users',
      'Audit Log /admin/audit',
      'Deployments /admin/deployments',
    ],
  ]);
});

test('the gift-card menu stands on the gift-card pages only, and for holders of the scope only', () => {
  const holder = { isAdmin: false, scopes: ['PandaGiftCard'] };
  expect(labels(holder, '/gift-cards/7')).toEqual([[undefined, 'Gift Cards /gift-cards', 'Back to Main App /']]);
  expect(labels(holder, '/workflows')[0]).toContain('Connectors /connectors');
  expect(labels({ isAdmin: false, scopes: [] }, '/gift-cards')[0]).toContain('Connectors /connectors');
});

test('the entry of the page is marked, also on pages below it and at the second address of the users', () => {
  const users = { label: 'Users', path: '/admin/users', icon: 'users' } as const;
  expect(isCurrent(users, '/users')).toBe(true);
  expect(isCurrent(users, '/admin/users')).toBe(true);
  expect(isCurrent({ label: 'Templates', path: '/admin/templates', icon: 'templates' }, '/admin/workflow-templates')).toBe(true);
  expect(isCurrent({ label: 'Workflows', path: '/workflows', icon: 'workflows' }, '/workflows/1/edit')).toBe(true);
  expect(isCurrent({ label: 'Workflows', path: '/workflows', icon: 'workflows' }, '/admin/workflows')).toBe(false);
  expect(isCurrent({ label: 'Back', path: '/', icon: 'back' }, '/gift-cards')).toBe(false);
});
