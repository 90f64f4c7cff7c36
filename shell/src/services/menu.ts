import { GIFT_CARD_SCOPE } from '@portage/contracts';
import { isWithin } from '@portage/registry';
import type { OutsideArea } from '../routing/outside-areas.ts';

export type MenuIcon =
  | 'dashboard'
  | 'store'
  | 'events'
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
  | 'billing'
  | 'page'
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

const BILLING_PATH = '/billing';

/** The sidebar of people who aren't admins (spec SHELL-27). */
const REGULAR: MenuGroup[] = [
  {
    entries: [
      { label: 'Dashboard', path: '/stats', icon: 'dashboard' },
      { label: 'Workflows', path: '/workflows', icon: 'workflows' },
      { label: 'Playbooks & Templates', path: '/playbooks-and-templates', icon: 'templates' },
      { label: 'Run History', path: '/run-history', icon: 'runs' },
      { label: 'Connectors', path: '/connectors', icon: 'connectors' },
      { label: 'Billing', path: BILLING_PATH, icon: 'billing' },
    ],
  },
];

/** Spec SHELL-29: second in the regular menu. */
const DASHBOARDS = new Map<string, MenuEntry>([
  ['Ecommerce', { label: 'E-commerce Dashboard', path: '/dashboard', icon: 'store' }],
  ['Event', { label: 'Event Dashboard', path: '/dashboard', icon: 'events' }],
]);

/** Spec SHELL-30..32: the sidebar of admins. */
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

/** Pages that the specification doesn't name; they come after a person's own. */
export const FURTHER_ENTRIES: MenuEntry[] = [
  // npm run new-area adds here.
];

/** The menu of users who only have gift cards (spec SHELL-33). */
const GIFT_CARDS: MenuGroup[] = [
  {
    entries: [
      { label: 'Gift Cards', path: '/gift-cards', icon: 'gift-cards' },
      { label: 'Back to Main App', path: '/', icon: 'back' },
    ],
  },
];

/** The way back for people with the scope, below the entries of the specification. */
const TO_GIFT_CARDS: MenuGroup = { entries: [{ label: 'Gift Cards', path: '/gift-cards', icon: 'gift-cards' }] };

/** The entry with this address shows the number of unread alerts. */
export const ALERTS_BESIDE = '/run-history';

const FURTHER_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/admin/users': ['/users'],
  '/admin/templates': ['/admin/workflow-templates'],
  '/dashboard': ['/ecommerce-dashboard'],
  '/playbooks-and-templates': ['/playbooks', '/playbook-wizards', '/playbookslist'],
};

interface MenuUser {
  isAdmin: boolean;
  scopes: readonly string[];
  dashboardType?: string;
  hideBilling?: boolean;
  /** Omitted by a server of an earlier version. */
  showBilling?: boolean | undefined;
}

/** The sidebar of a person at an address, with the areas of other repositories; gift-card users see theirs on the gift-card pages (spec SHELL-34). */
export function menuFor(user: MenuUser, path: string, outside: readonly OutsideArea[] = []): MenuGroup[] {
  if (user.scopes.includes(GIFT_CARD_SCOPE) && isWithin(path, '/gift-cards')) return GIFT_CARDS;
  return [...mainMenuFor(user, outside), ...(user.scopes.includes(GIFT_CARD_SCOPE) ? [TO_GIFT_CARDS] : [])];
}

function mainMenuFor(user: MenuUser, outside: readonly OutsideArea[]): MenuGroup[] {
  const [own, ...others] = user.isAdmin ? ADMIN : REGULAR;
  if (!own) return [];
  const dashboard = user.isAdmin ? undefined : DASHBOARDS.get(user.dashboardType ?? 'None');
  const withDashboard = dashboard ? own.entries.toSpliced(1, 0, dashboard) : own.entries;
  // Spec SHELL-28, BILL-10.
  const showsBilling = user.showBilling ?? !user.hideBilling;
  const entries = withDashboard.filter(({ path }) => path !== BILLING_PATH || showsBilling);
  const added = outside.map(({ name, label }): MenuEntry => ({ label, path: `/${name}`, icon: 'page' }));
  return [{ ...own, entries: [...entries, ...FURTHER_ENTRIES, ...added] }, ...others];
}

/** The menu's label for an address; empty if it isn't in the menu. */
export function menuLabelAt(user: MenuUser, path: string, outside: readonly OutsideArea[]): string {
  const entries = menuFor(user, path, outside).flatMap((group) => group.entries);
  return entries.find((entry) => isCurrent(entry, path))?.label ?? '';
}

/** /users is the second address of the Users page (spec SHELL-19); a playbook and its wizard belong to the playbooks entry. */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  if (entry.path === '/') return false;
  return [entry.path, ...(FURTHER_ADDRESSES[entry.path] ?? [])].some((address) => isWithin(path, address));
}
