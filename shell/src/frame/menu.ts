import { GIFT_CARD_SCOPE } from '../routing/after-sign-in.ts';
import { isWithin } from '../routing/areas.ts';

export type MenuIcon =
  | 'dashboard'
  | 'workflows'
  | 'runs'
  | 'connectors'
  | 'templates'
  | 'connector-types'
  | 'maintenance'
  | 'users'
  | 'audit'
  | 'deployments'
  | 'gift-cards'
  | 'back';

export interface MenuEntry {
  label: string;
  path: string;
  icon: MenuIcon;
}

export interface MenuGroup {
  title?: string;
  entries: MenuEntry[];
}

/** Spec SHELL-27, without the entries whose pages do not exist yet. */
const REGULAR: MenuGroup[] = [
  {
    entries: [
      { label: 'Dashboard', path: '/stats', icon: 'dashboard' },
      { label: 'Workflows', path: '/workflows', icon: 'workflows' },
      { label: 'Playbooks & Templates', path: '/playbooks-and-templates', icon: 'templates' },
      { label: 'Run History', path: '/run-history', icon: 'runs' },
      { label: 'Connectors', path: '/connectors', icon: 'connectors' },
    ],
  },
];

/** Spec SHELL-30..32, likewise. */
const ADMIN: MenuGroup[] = [
  {
    title: 'Admin User',
    entries: [
      { label: 'Workflows', path: '/workflows', icon: 'workflows' },
      { label: 'Run History', path: '/run-history', icon: 'runs' },
      { label: 'Connectors', path: '/connectors', icon: 'connectors' },
      { label: 'Maintenance', path: '/admin/maintenance', icon: 'maintenance' },
    ],
  },
  {
    title: 'All Users',
    entries: [
      { label: 'Workflows', path: '/admin/workflows', icon: 'workflows' },
      { label: 'Run History', path: '/admin/run-history', icon: 'runs' },
      { label: 'Templates', path: '/admin/templates', icon: 'templates' },
      { label: 'Connector Types', path: '/admin/connectorTypes', icon: 'connector-types' },
      { label: 'Users', path: '/admin/users', icon: 'users' },
      // Not in the specification.
      { label: 'Audit Log', path: '/admin/audit', icon: 'audit' },
      { label: 'Deployments', path: '/admin/deployments', icon: 'deployments' },
    ],
  },
];

/** Spec SHELL-33. */
const GIFT_CARDS: MenuGroup[] = [
  {
    entries: [
      { label: 'Gift Cards', path: '/gift-cards', icon: 'gift-cards' },
      { label: 'Back to Main App', path: '/', icon: 'back' },
    ],
  },
];

const SECOND_ADDRESSES: Readonly<Record<string, string>> = {
  '/admin/users': '/users',
  '/admin/templates': '/admin/workflow-templates',
};

/** The sidebar of a person at an address; gift-card people see theirs on the gift-card pages (spec SHELL-34). */
export function menuFor(user: { isAdmin: boolean; scopes: readonly string[] }, path: string): MenuGroup[] {
  if (user.scopes.includes(GIFT_CARD_SCOPE) && isWithin(path, '/gift-cards')) return GIFT_CARDS;
  return user.isAdmin ? ADMIN : REGULAR;
}

/** The word of the menu for an address; empty where the menu has none. */
export function menuLabelAt(user: { isAdmin: boolean; scopes: readonly string[] }, path: string): string {
  const entries = menuFor(user, path).flatMap((group) => group.entries);
  return entries.find((entry) => isCurrent(entry, path))?.label ?? '';
}

/** /users is the Users page at its second address (spec SHELL-19), /admin/workflow-templates that of the templates. */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  if (entry.path === '/') return false;
  return isWithin(path, entry.path) || SECOND_ADDRESSES[entry.path] === path;
}
