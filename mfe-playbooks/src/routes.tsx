import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { StatisticsPage } from './statistics/statistics-page.tsx';
import { PlaybooksAndTemplatesPage } from './templates/playbooks-and-templates-page.tsx';

/** The pages of this area: everything below /stats and /playbooks-and-templates. */
export function PlaybooksRoutes() {
  return (
    <Routes>
      <Route path="/stats" element={<StatisticsPage />} />
      <Route path="/playbooks-and-templates" element={<PlaybooksAndTemplatesPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
