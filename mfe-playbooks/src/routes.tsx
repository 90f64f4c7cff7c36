import { lazyPage, NotFound } from '@portage/ui';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { StatisticsPage } from './statistics/statistics-page.tsx';
import { PlaybooksAndTemplatesPage } from './templates/playbooks-and-templates-page.tsx';

const DashboardPage = lazyPage(() => import('./dashboards/dashboard-page.tsx').then((file) => file.DashboardPage));
const ItemPage = lazyPage(() => import('./dashboards/item-page.tsx').then((file) => file.ItemPage));

/** The pages of this area: everything below /stats, /playbooks-and-templates, /dashboard and /ecommerce-dashboard. */
export function PlaybooksRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/stats" element={<StatisticsPage />} />
        <Route path="/playbooks-and-templates" element={<PlaybooksAndTemplatesPage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        {['/dashboard', '/ecommerce-dashboard'].map((start) => (
          <Route key={start} path={`${start}/:dashboardId/item/:itemId/view`} element={<ItemPage />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
