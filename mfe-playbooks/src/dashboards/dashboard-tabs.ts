import type { SessionUser } from '@portage/area-kit';
import type { Dashboard, DashboardItem } from './api-types.ts';

export interface DashboardTab {
  /** The type of its items, and its name in the address. */
  id: DashboardItem['type'];
  label: string;
  /** Spec API-157, API-158: only these lists take a text to look for. */
  isSearchable?: true;
}

/** Spec DASH-02, DASH-03; the first is shown first. */
const TABS: Record<Dashboard['dashboardType'], readonly [DashboardTab, ...DashboardTab[]]> = {
  Ecommerce: [
    { id: 'Product', label: 'Products', isSearchable: true },
    { id: 'Order', label: 'Orders', isSearchable: true },
    { id: 'Contact', label: 'Contacts' },
    { id: 'Company', label: 'Companies' },
  ],
  Event: [
    { id: 'Event', label: 'Events' },
    { id: 'Registration', label: 'Registrations' },
    { id: 'Activity', label: 'Activities' },
  ],
};

/**
 * The dashboard of the person's type, of several that they may have.
 *
 * @param wanted the type that an administrator has set. Without one, the first dashboard is as good as any.
 */
export function dashboardOf(dashboards: readonly Dashboard[], wanted: SessionUser['dashboardType'] = 'None'): Dashboard | undefined {
  return wanted === 'None' ? dashboards[0] : dashboards.find(({ dashboardType }) => dashboardType === wanted);
}

export function tabsOf(type: Dashboard['dashboardType']): readonly [DashboardTab, ...DashboardTab[]] {
  return TABS[type];
}

/** The tab that an address names; the first for none, or for one that the dashboard does not have. */
export function tabAt(type: Dashboard['dashboardType'], id: string): DashboardTab {
  return TABS[type].find((tab) => tab.id === id) ?? TABS[type][0];
}

/** Spec DASH-08: each type of dashboard has an address of its own for items. */
export function itemPath({ id, dashboardType }: Dashboard, itemId: string): string {
  const start = dashboardType === 'Ecommerce' ? '/ecommerce-dashboard' : '/dashboard';
  return `${start}/${encodeURIComponent(id)}/item/${encodeURIComponent(itemId)}/view`;
}
