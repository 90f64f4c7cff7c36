import { lazyPage } from '@portage/area-kit';
import { NotFound } from '@portage/ui';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { PlaybookListPage } from './playbooks/playbook-list-page.tsx';
import { StatisticsPage } from './statistics/statistics-page.tsx';
import { PlaybooksAndTemplatesPage } from './templates/playbooks-and-templates-page.tsx';

const DashboardPage = lazyPage(() => import('./dashboards/dashboard-page.tsx').then((file) => file.DashboardPage));
const ItemPage = lazyPage(() => import('./dashboards/item-page.tsx').then((file) => file.ItemPage));
const WizardPage = lazyPage(() => import('./wizard/wizard-page.tsx').then((file) => file.WizardPage));
const PlaybookPage = lazyPage(() => import('./status/playbook-page.tsx').then((file) => file.PlaybookPage));

/** The pages of this area: everything below the addresses that `packages/registry` assigns to it. */
export function PlaybooksRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/stats" element={<StatisticsPage />} />
        <Route path="/playbooks-and-templates" element={<PlaybooksAndTemplatesPage />} />
        <Route path="/playbookslist" element={<PlaybookListPage />} />
        {/* Spec AUTH-37. */}
        <Route path="/playbooklist" element={<Navigate to="/playbookslist" replace />} />
        <Route path="/playbook-wizards/:id" element={<WizardPage />} />
        <Route path="/playbooks" element={<Navigate to="/playbooks-and-templates" replace />} />
        <Route path="/playbooks/:id" element={<PlaybookPage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        {['/dashboard', '/ecommerce-dashboard'].map((start) => (
          <Route key={start} path={`${start}/:dashboardId/item/:itemId/view`} element={<ItemPage />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
