import { useHost, useSessionUser } from '@portage/area-kit';
import { NotFound } from '@portage/ui';
import { useEffect } from 'react';
import { Outlet, Route, Routes } from 'react-router';
import { BillingPage } from './billing/billing-page.tsx';
import { CheckoutSuccessPage } from './billing/checkout-success-page.tsx';
import { GiftCardListPage } from './gift-cards/gift-card-list-page.tsx';
import { GiftCardPage } from './gift-cards/gift-card-page.tsx';

/** Redirects every page below /billing to /workflows for people whose billing is hidden (spec BILL-09). */
function ShownBilling() {
  const { navigate } = useHost();
  const user = useSessionUser();
  const isShown = user?.showBilling ?? !user?.hideBilling;
  useEffect(() => {
    if (!isShown) navigate('/workflows');
  }, [isShown, navigate]);
  return isShown ? <Outlet /> : null;
}

export function BillingRoutes() {
  return (
    <Routes>
      <Route element={<ShownBilling />}>
        <Route path="/billing" element={<BillingPage />} />
        <Route path="/billing/checkout-success" element={<CheckoutSuccessPage />} />
      </Route>
      <Route path="/gift-cards" element={<GiftCardListPage />} />
      <Route path="/gift-cards/:id" element={<GiftCardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
