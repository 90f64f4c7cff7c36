import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';

/** The pages of this area: everything below /gift-cards. */
export function BillingRoutes() {
  return (
    <Routes>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
