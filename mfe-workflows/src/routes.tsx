import { lazyPage } from '@portage/area-kit';
import { LoadingBoundary, NotFound } from '@portage/ui';
import { Navigate, Route, Routes } from 'react-router';
import { WorkflowListPage } from './workflow-list/workflow-list-page.tsx';

// The date fields of the run history are large; the list of workflows, where people arrive, loads without them.
const RunHistoryPage = lazyPage(() => import('./run-history/run-history-page.tsx').then((file) => file.RunHistoryPage));
const AlertsPage = lazyPage(() => import('./alerts/alerts-page.tsx').then((file) => file.AlertsPage));
const ApprovalsPage = lazyPage(() => import('./approvals/approvals-page.tsx').then((file) => file.ApprovalsPage));
const RunViewPage = lazyPage(() => import('./run-view/run-view-page.tsx').then((file) => file.RunViewPage));
const EditorPage = lazyPage(() => import('./editor/editor-page.tsx').then((file) => file.EditorPage));
const SelectTemplatePage = lazyPage(() => import('./add-from-template/select-template-page.tsx').then((file) => file.SelectTemplatePage));
const FillConnectorsPage = lazyPage(() => import('./add-from-template/fill-connectors-page.tsx').then((file) => file.FillConnectorsPage));
const IntegrationsPage = lazyPage(() => import('./integrations/integrations-page.tsx').then((file) => file.IntegrationsPage));
const IntegrationAppPage = lazyPage(() => import('./integrations/integration-app-page.tsx').then((file) => file.IntegrationAppPage));
const ImportWorkflowPage = lazyPage(() => import('./import-workflow/import-workflow-page.tsx').then((file) => file.ImportWorkflowPage));
const VariablesPage = lazyPage(() => import('./variables/variables-page.tsx').then((file) => file.VariablesPage));

/** The pages of this area: everything below /workflows, /workflow, /run-history and /integrations (spec SHELL-08, SHELL-09, SHELL-12). */
export function WorkflowsRoutes() {
  return (
    <LoadingBoundary>
      <Routes>
        <Route path="/workflows" element={<WorkflowListPage />} />
        <Route path="/workflows/add" element={<WorkflowListPage isAdding />} />
        <Route path="/workflows/add-from-template" element={<SelectTemplatePage />} />
        <Route path="/workflows/add-from-template-id/:templateId" element={<FillConnectorsPage />} />
        <Route path="/workflows/variables" element={<VariablesPage />} />
        <Route path="/workflows/:id" element={<Navigate to="edit" replace />} />
        <Route path="/workflows/:id/edit" element={<EditorPage />} />
        <Route path="/workflow/import/:id" element={<ImportWorkflowPage />} />
        <Route path="/run-history" element={<RunHistoryPage />} />
        <Route path="/run-history/alerts" element={<AlertsPage />} />
        <Route path="/run-history/approvals" element={<ApprovalsPage />} />
        <Route path="/run-history/:id/view" element={<RunViewPage />} />
        <Route path="/integrations" element={<IntegrationsPage />} />
        <Route path="/integrations/:app" element={<IntegrationAppPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </LoadingBoundary>
  );
}
