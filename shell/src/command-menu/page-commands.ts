import type { SessionUser } from '@portage/area-kit/base';
import type { ThemePreference } from '@portage/ui/base';
import { CircleHelp, CircleUserRound, File, LogOut, Monitor, Moon, Plus, ShieldCheck, Sun } from 'lucide-react';
import { accountSections } from '../account/account-sections.ts';
import { outsideAreas } from '../routing/outside-areas.ts';
import { ALERTS_BESIDE, menuFor } from '../services/menu.ts';
import type { Command } from './command.ts';

interface PageCommandSettings {
  user: SessionUser;
  /** The address of Help for the page behind the menu. */
  helpPath: string;
  setTheme: (preference: ThemePreference) => void;
  signOut: () => void;
}

const page = (label: string, href: string, keywords = '', icon = File): Command => ({
  id: `page ${href}`,
  group: 'Pages',
  label,
  icon,
  keywords: `page go to ${keywords}`,
  does: { href },
});

/** Every page of the person's menu, the account, and the actions that don't need a record. */
export function pageCommands({ user, helpPath, setTheme, signOut }: PageCommandSettings): Command[] {
  const menu = menuFor(user, '/', outsideAreas.get() ?? []).flatMap(({ title, entries }) =>
    entries.map(({ label, path }) => page(title === 'All Users' ? `${label} (all users)` : label, path)),
  );
  const hasRuns = menu.some(({ id }) => id === `page ${ALERTS_BESIDE}`);
  const account = accountSections.map(({ label, path }) => page(`Account: ${label}`, path, 'settings', CircleUserRound));
  return [
    ...actions(user, setTheme, signOut),
    ...menu,
    ...(hasRuns
      ? [
          page('Alerts', '/run-history/alerts', 'failures'),
          page('Approvals', '/run-history/approvals', 'answer questions waiting'),
          page('Integrations', '/integrations', 'sync flows'),
        ]
      : []),
    ...account,
    page('Help with this page', helpPath, 'guide documentation', CircleHelp),
    page('Guide', '/help', 'help documentation', CircleHelp),
  ];
}

function actions(user: SessionUser, setTheme: (preference: ThemePreference) => void, signOut: () => void): Command[] {
  const action = (label: string, icon: Command['icon'], does: Command['does'], keywords = ''): Command => ({
    id: `action ${label}`,
    group: 'Actions',
    label,
    icon,
    keywords,
    does,
  });
  return [
    action('New workflow', Plus, { href: '/workflows/add' }, 'add create'),
    action('New connector', Plus, { href: '/connectors/add' }, 'add create connect system'),
    action('Add your own API', Plus, { href: '/connectors/addApi' }, 'create openapi swagger curl'),
    action('New workflow from a template', Plus, { href: '/playbooks-and-templates' }, 'add create playbook'),
    ...(user.isAdmin ? [action('New connector type', ShieldCheck, { href: '/admin/connectorTypes/add' }, 'add create')] : []),
    action('Theme: light', Sun, { run: () => setTheme('light') }, 'appearance colours'),
    action('Theme: dark', Moon, { run: () => setTheme('dark') }, 'appearance colours night'),
    action('Theme: as the system', Monitor, { run: () => setTheme('system') }, 'appearance colours'),
    action('Logout', LogOut, { run: signOut }, 'sign out leave'),
  ];
}
