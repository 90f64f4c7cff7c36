import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';

/** The pages of this area: everything below /connectors. */
export function ConnectorsRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
