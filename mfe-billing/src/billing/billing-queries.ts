import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery } from '@tanstack/react-query';

export type BillingState = CallResponse<Calls, 'GET /api/billing/stripe/get-active-product'>;
export type Product = CallResponse<Calls, 'GET /api/billing/stripe/get-products'>['products'][number];
export const BILLING_KEY = ['billing'];

/** Spec BILL-04: another address replaces the page. */
export function useCustomBillingUrl() {
  const api = useApi();
  return useQuery({
    queryKey: [...BILLING_KEY, 'custom-url'],
    queryFn: async ({ signal }) => (await api('GET /api/billing/get-custom-billing-url', {}, { signal })).customUrl,
  });
}

/** Read again when the person comes back to the tab: the portal opens in another one. */
export function useBillingState(enabled: boolean) {
  const api = useApi();
  return useQuery({
    enabled,
    queryKey: [...BILLING_KEY, 'state'],
    queryFn: ({ signal }) => api('GET /api/billing/stripe/get-active-product', {}, { signal }),
    staleTime: 0,
  });
}

export function useProducts(enabled: boolean) {
  const api = useApi();
  return useQuery({
    enabled,
    queryKey: [...BILLING_KEY, 'products'],
    queryFn: async ({ signal }) => (await api('GET /api/billing/stripe/get-products', {}, { signal })).products,
  });
}
