import { NotFound } from '@portage/ui';
import { Navigate, Route, Routes } from 'react-router';
import { AdminRunHistoryPage } from './run-history/run-history-page.tsx';
import { UserListPage } from './users/user-list-page.tsx';
import { AdminWorkflowListPage } from './workflows/workflow-list-page.tsx';

/** The pages of this area: everything below /admin and /users. */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="/admin" element={<Navigate to="/admin/workflows" replace />} />
      <Route path="/admin/workflows" element={<AdminWorkflowListPage />} />
      <Route path="/admin/run-history" element={<AdminRunHistoryPage />} />
      <Route path="/admin/users" element={<UserListPage />} />
      <Route path="/users" element={<UserListPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
