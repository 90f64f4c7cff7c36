import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';

/** The pages of this area: everything below /admin and /users. */
export function AdminRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
