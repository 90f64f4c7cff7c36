import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { GiftCardListPage } from './gift-cards/gift-card-list-page.tsx';
import { GiftCardPage } from './gift-cards/gift-card-page.tsx';

/** The pages of this area: everything below /gift-cards. */
export function BillingRoutes() {
  return (
    <Routes>
      <Route path="/gift-cards" element={<GiftCardListPage />} />
      <Route path="/gift-cards/:id" element={<GiftCardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
