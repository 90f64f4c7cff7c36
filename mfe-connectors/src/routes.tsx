import { lazyPage } from '@portage/area-kit';
import { LoadingBoundary, NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { ConnectorListPage } from './connector-list/connector-list-page.tsx';

const AddConnectorPage = lazyPage(async () => (await import('./add-connector/add-connector-page.tsx')).AddConnectorPage);
const AddConnectorPopup = lazyPage(async () => (await import('./add-connector/add-connector-popup.tsx')).AddConnectorPopup);
const EditConnectorPage = lazyPage(async () => (await import('./edit-connector/edit-connector-page.tsx')).EditConnectorPage);
const OwnApiPage = lazyPage(async () => (await import('./own-api/own-api-page.tsx')).OwnApiPage);
const EditOwnApiPage = lazyPage(async () => (await import('./own-api/edit-own-api-page.tsx')).EditOwnApiPage);
const PlaidPage = lazyPage(async () => (await import('./plaid/plaid-page.tsx')).PlaidPage);

export function ConnectorsRoutes() {
  return (
    <LoadingBoundary>
      <Routes>
        <Route path="/connectors" element={<ConnectorListPage />} />
        <Route path="/connectors/add" element={<AddConnectorPage />} />
        <Route path="/connectors/addPopup" element={<AddConnectorPopup />} />
        <Route path="/connectors/addApi" element={<OwnApiPage />} />
        <Route path="/connectors/apis/:id" element={<EditOwnApiPage />} />
        <Route path="/connectors/plaid" element={<PlaidPage />} />
        <Route path="/connectors/:id/edit" element={<EditConnectorPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </LoadingBoundary>
  );
}
