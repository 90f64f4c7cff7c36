import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { ConnectorListPage } from './connector-list/connector-list-page.tsx';

/** The pages of this area: everything below /connectors. */
export function ConnectorsRoutes() {
  return (
    <Routes>
      <Route path="/connectors" element={<ConnectorListPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
