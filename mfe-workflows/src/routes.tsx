import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';

/** The pages of this area: everything below /workflows and /run-history. */
export function WorkflowsRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
