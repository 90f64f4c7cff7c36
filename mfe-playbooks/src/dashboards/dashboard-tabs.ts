import type { SessionUser } from '@portage/area-kit';
import type { Dashboard, DashboardItem } from './api-types.ts';

export interface DashboardTab {
  /** The type of the tab's items, and the tab's name in the address. */
  id: DashboardItem['type'];
  label: string;
  /** Spec API-157, API-158: only these lists can be searched. */
  isSearchable?: true;
}

/** Spec DASH-02, DASH-03; the first tab is shown first. */
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

/** @param wanted the type that an administrator has set; without one, the first dashboard is used */
export function pickDashboard(dashboards: readonly Dashboard[], wanted: SessionUser['dashboardType'] = 'None'): Dashboard | undefined {
  return wanted === 'None' ? dashboards[0] : dashboards.find(({ dashboardType }) => dashboardType === wanted);
}

export function getTabs(type: Dashboard['dashboardType']): readonly [DashboardTab, ...DashboardTab[]] {
  return TABS[type];
}

/** The tab that an address names; the first if it names none, or one that the dashboard doesn't have. */
export function tabAt(type: Dashboard['dashboardType'], id: string): DashboardTab {
  return TABS[type].find((tab) => tab.id === id) ?? TABS[type][0];
}

/** Spec DASH-08: each type of dashboard has its own address for items. */
export function itemPath({ id, dashboardType }: Dashboard, itemId: string): string {
  const start = dashboardType === 'Ecommerce' ? '/ecommerce-dashboard' : '/dashboard';
  return `${start}/${encodeURIComponent(id)}/item/${encodeURIComponent(itemId)}/view`;
}
