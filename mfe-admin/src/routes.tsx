import { lazyPage } from '@portage/area-kit';
import { NotFound } from '@portage/ui';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { AuditPage } from './audit/audit-page.tsx';
import { ConnectorTypeListPage } from './connector-types/list/connector-type-list-page.tsx';
import { MaintenancePage } from './maintenance/maintenance-page.tsx';
import { AdminRunHistoryPage } from './run-history/run-history-page.tsx';
import { TemplateListPage } from './templates/template-list-page.tsx';
import { UserListPage } from './users/user-list-page.tsx';
import { AdminWorkflowListPage } from './workflows/workflow-list-page.tsx';

const AddConnectorTypePage = lazyPage(() =>
  import('./connector-types/form/connector-type-page.tsx').then((file) => file.AddConnectorTypePage),
);
const EditConnectorTypePage = lazyPage(() =>
  import('./connector-types/form/connector-type-page.tsx').then((file) => file.EditConnectorTypePage),
);
const DeploymentsPage = lazyPage(() => import('./deployments/deployments-page.tsx').then((file) => file.DeploymentsPage));
const ApiEditorPage = lazyPage(() => import('./connector-types/api-editor/api-editor-page.tsx').then((file) => file.ApiEditorPage));

export function AdminRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/admin" element={<Navigate to="/admin/workflows" replace />} />
        <Route path="/admin/workflows" element={<AdminWorkflowListPage />} />
        <Route path="/admin/run-history" element={<AdminRunHistoryPage />} />
        <Route path="/admin/users" element={<UserListPage />} />
        <Route path="/admin/audit" element={<AuditPage />} />
        <Route path="/admin/deployments" element={<DeploymentsPage />} />
        <Route path="/admin/maintenance" element={<MaintenancePage />} />
        <Route path="/admin/connectorTypes" element={<ConnectorTypeListPage />} />
        <Route path="/admin/connectorTypes/add" element={<AddConnectorTypePage />} />
        <Route path="/admin/connectorTypes/:id/edit" element={<EditConnectorTypePage />} />
        <Route path="/admin/connectorTypes/:id/editor" element={<ApiEditorPage />} />
        <Route path="/admin/templates" element={<TemplateListPage />} />
        <Route path="/admin/workflow-templates" element={<TemplateListPage />} />
        <Route path="/users" element={<UserListPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
