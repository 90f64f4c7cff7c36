import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { BILLING_KEY } from './billing-queries.ts';

/** /billing/checkout-success?sessionId= (spec BILL-07, BILL-08): asks whether the checkout is paid, then goes to /billing. */
export function CheckoutSuccessPage() {
  usePageTitle('Billing');
  const api = useApi();
  const { navigate } = useHost();
  const queryClient = useQueryClient();
  const sessionId = useSearchParams()[0].get('sessionId') ?? '';
  const isSession = sessionId.startsWith('cs_');
  const result = useQuery({
    queryKey: ['billing-checkout', sessionId],
    queryFn: ({ signal }) => api('GET /api/billing/stripe/checkout-success', { query: { sessionId } }, { signal }),
    enabled: isSession,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isPaid = result.data?.isSuccess === true;

  useEffect(() => {
    if (!isSession) navigate('/billing');
    if (!isPaid) return;
    void queryClient.invalidateQueries({ queryKey: BILLING_KEY });
    void queryClient.invalidateQueries({ queryKey: ['users', 'has-valid-subscription'] });
    navigate('/billing?checkout=done');
  }, [isPaid, isSession, navigate, queryClient]);

  const { indicator } = useLoaded(undefined, 'Confirming your payment');
  const problem = result.isError ? getErrorMessage(result.error) : (result.data?.errorMessage ?? null);
  return (
    <Page>
      {problem === null ? (
        indicator
      ) : (
        <Banner
          tone={result.isError ? 'danger' : 'warning'}
          title="Your payment is not confirmed"
          action={
            <Inline>
              <Button onPress={() => result.refetch()}>Retry</Button>
              <LinkButton href="/billing">Back to Billing</LinkButton>
            </Inline>
          }
        >
          {problem}
        </Banner>
      )}
    </Page>
  );
}
