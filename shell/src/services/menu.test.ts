import { expect, test } from 'vitest';
import { FURTHER_ENTRIES, isCurrent, menuFor } from './menu.ts';

const labels = (user: { isAdmin: boolean; scopes: string[] }, path: string) =>
  menuFor(user, path).map(({ title, entries }) => [
    title,
    ...entries.filter((entry) => !FURTHER_ENTRIES.includes(entry)).map((entry) => `${entry.label} ${entry.path}`),
  ]);

test('a person sees the regular menu, in the order of the specification', () => {
  expect(labels({ isAdmin: false, scopes: [] }, '/workflows')).toEqual([
    [
      undefined,
      'Dashboard /stats',
      'Workflows /workflows',
      'Playbooks & Templates /playbooks-and-templates',
      'Run History /run-history',
      'Connectors /connectors',
      'Billing /billing',
    ],
  ]);
});

test('SHELL-28: Billing is hidden if the person has no billing page', () => {
  const hasBilling = (flags: object) =>
    menuFor({ isAdmin: false, scopes: [], ...flags }, '/').some(({ entries }) => entries.some(({ path }) => path === '/billing'));
  expect([hasBilling({}), hasBilling({ showBilling: true }), hasBilling({ showBilling: false })]).toEqual([true, true, false]);
  expect([hasBilling({ hideBilling: true }), hasBilling({ hideBilling: true, showBilling: false })]).toEqual([false, false]);
});

test('SHELL-29: the entry of the person’s dashboard comes second, None inserts nothing, and admins have none', () => {
  const entries = (dashboardType: string, isAdmin = false) =>
    menuFor({ isAdmin, scopes: [], dashboardType }, '/').flatMap((group) => group.entries.map(({ label, path }) => `${label} ${path}`));
  expect(entries('Ecommerce').slice(0, 3)).toEqual(['Dashboard /stats', 'E-commerce Dashboard /dashboard', 'Workflows /workflows']);
  expect(entries('Event')[1]).toBe('Event Dashboard /dashboard');
  expect(entries('None')[1]).toBe('Workflows /workflows');
  expect(entries('constructor')[1]).toBe('Workflows /workflows');
  expect(entries('Ecommerce', true)).toEqual(entries('None', true));
  const entry = menuFor({ isAdmin: false, scopes: [], dashboardType: 'Ecommerce' }, '/')[0]?.entries[1];
  if (!entry) throw new Error('No entry');
  expect(isCurrent(entry, '/dashboard')).toBe(true);
  expect(isCurrent(entry, '/ecommerce-dashboard/1/item/2/view')).toBe(true);
  expect(isCurrent(entry, '/stats')).toBe(false);
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

test('the gift-card menu is shown only on the gift-card pages, and only to people with the scope', () => {
  const holder = { isAdmin: false, scopes: ['PandaGiftCard'] };
  expect(labels(holder, '/gift-cards/7')).toEqual([[undefined, 'Gift Cards /gift-cards', 'Back to Main App /']]);
  expect(labels(holder, '/workflows')[0]).toContain('Connectors /connectors');
  expect(labels(holder, '/workflows').at(-1)).toEqual([undefined, 'Gift Cards /gift-cards']);
  expect(labels({ ...holder, isAdmin: true }, '/admin/users').at(-1)).toEqual([undefined, 'Gift Cards /gift-cards']);
  expect(labels({ isAdmin: false, scopes: [] }, '/gift-cards')[0]).toContain('Connectors /connectors');
});

test('the page’s entry is marked, even on pages below it and at the second address of the users page', () => {
  const users = { label: 'Users', path: '/admin/users', icon: 'users' } as const;
  expect(isCurrent(users, '/users')).toBe(true);
  expect(isCurrent(users, '/admin/users')).toBe(true);
  expect(isCurrent({ label: 'Templates', path: '/admin/templates', icon: 'templates' }, '/admin/workflow-templates')).toBe(true);
  const playbooks = { label: 'Playbooks & Templates', path: '/playbooks-and-templates', icon: 'templates' } as const;
  for (const path of ['/playbooks/1', '/playbook-wizards/1', '/playbookslist']) expect(isCurrent(playbooks, path)).toBe(true);
  expect(isCurrent({ label: 'Workflows', path: '/workflows', icon: 'workflows' }, '/workflows/1/edit')).toBe(true);
  expect(isCurrent({ label: 'Workflows', path: '/workflows', icon: 'workflows' }, '/admin/workflows')).toBe(false);
  expect(isCurrent({ label: 'Back', path: '/', icon: 'back' }, '/gift-cards')).toBe(false);
});

test('areas of other repositories come after a person’s own pages', () => {
  const [own] = menuFor({ isAdmin: false, scopes: [] }, '/', [{ name: 'reports', label: 'All Reports' }]);
  expect(own?.entries.at(-1)).toEqual({ label: 'All Reports', path: '/reports', icon: 'page' });
});
