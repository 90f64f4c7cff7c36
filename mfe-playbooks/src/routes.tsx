import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { StatisticsPage } from './statistics/statistics-page.tsx';

/** The pages of this area: everything below /stats. */
export function PlaybooksRoutes() {
  return (
    <Routes>
      <Route path="/stats" element={<StatisticsPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
