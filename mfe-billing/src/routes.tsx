import { NotFound } from '@portage/ui';
import { Route, Routes } from 'react-router';
import { BillingPage } from './billing/billing-page.tsx';
import { CheckoutSuccessPage } from './billing/checkout-success-page.tsx';
import { GiftCardListPage } from './gift-cards/gift-card-list-page.tsx';
import { GiftCardPage } from './gift-cards/gift-card-page.tsx';

/** The pages of this area: everything below /billing and /gift-cards. */
export function BillingRoutes() {
  return (
    <Routes>
      <Route path="/billing" element={<BillingPage />} />
      <Route path="/billing/checkout-success" element={<CheckoutSuccessPage />} />
      <Route path="/gift-cards" element={<GiftCardListPage />} />
      <Route path="/gift-cards/:id" element={<GiftCardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
