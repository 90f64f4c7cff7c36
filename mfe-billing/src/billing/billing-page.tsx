import { takeBillingReturn, useApi, useHost, useSessionUser } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Card, Inline, Link, Page, Stack, useLoaded, usePageTitle } from '@portage/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type BillingState, type Product, useBillingState, useCustomBillingUrl, useProducts } from './billing-queries.ts';
import { openAddress } from './open-address.ts';
import { ProductCards } from './product-cards.tsx';
import { wordsOfChange } from './words-of-change.ts';
import { wordsOfState } from './words-of-state.ts';

// Texts of the specification (BILL-12, BILL-13).
const NO_ACTIVE_PRODUCT = 'Could not get active product. Please try again later.';
const NO_PRODUCTS = 'Could not get subscriptions. Please try again later.';

/** /billing (spec BILL-01..05, BILL-14). A custom billing page takes precedence, if that can be determined. */
export function BillingPage() {
  usePageTitle('Billing');
  const custom = useCustomBillingUrl();
  const customUrl = custom.data;
  useEffect(() => {
    if (customUrl) openAddress(customUrl, 'replace');
  }, [customUrl]);
  const isOwn = !custom.isPending && !customUrl;
  const state = useBillingState(isOwn);
  const products = useProducts(isOwn);
  const { shown, indicator } = useLoaded(state.data, 'Loading billing');
  useReturn(state.data);
  useFreshUser(state.dataUpdatedAt);
  return (
    <Page>
      {shown ? <ModeNote mode={shown.mode} /> : null}
      {shown?.subscription?.isValid ? <CheckoutNote /> : null}
      {shown && products.data ? <ChangeNote state={shown} products={products.data} /> : null}
      {state.isError ? (
        <Banner tone="danger" action={<Button onPress={() => state.refetch()}>Retry</Button>}>
          {NO_ACTIVE_PRODUCT}
        </Banner>
      ) : null}
      {shown ? <StateCard state={shown} /> : null}
      {shown || state.isError ? null : indicator}
      {products.isError ? (
        <Banner tone="danger" action={<Button onPress={() => products.refetch()}>Retry</Button>}>
          {NO_PRODUCTS}
        </Banner>
      ) : null}
      {products.data && shown ? <ProductCards products={products.data} state={shown} /> : null}
    </Page>
  );
}

/** Spec BILL-05: returns to the page that required the subscription. */
function useReturn(state: BillingState | undefined): void {
  const { navigate } = useHost();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const isValid = state !== undefined && (isImpersonating || state.subscription?.isValid === true || state.grant !== null);
  useEffect(() => {
    const path = isValid ? takeBillingReturn() : null;
    if (path) navigate(path);
  }, [isValid, navigate]);
}

/** Updates the notice above other pages at once, not only when the shell next reads its user. */
function useFreshUser(updatedAt: number): void {
  const { api, session } = useHost();
  useEffect(() => {
    if (updatedAt === 0) return;
    api('GET /api/users/me').then(
      ({ user }) => session.update(user),
      () => {},
    );
  }, [updatedAt, api, session]);
}

function ModeNote({ mode }: Pick<BillingState, 'mode'>) {
  if (mode === 'simulated') return <Banner tone="info">This Portage has a simulated Stripe. No money moves.</Banner>;
  if (mode === 'test') return <Banner tone="info">Stripe is in test mode. No money moves; only test cards work.</Banner>;
  return null;
}

function CheckoutNote() {
  const [parameters] = useSearchParams();
  if (parameters.get('checkout') !== 'done') return null;
  return <Banner tone="success">Thank you. Your subscription has begun.</Banner>;
}

function ChangeNote({ state, products }: { state: BillingState; products: readonly Product[] }) {
  const [parameters] = useSearchParams();
  const change = { fromPriceId: parameters.get('changedFrom') ?? '', toPriceId: parameters.get('changedTo') ?? '' };
  const words = wordsOfChange(change, state, products);
  return words ? (
    <Banner tone={words.tone} title={words.title}>
      {words.text}
    </Banner>
  ) : null;
}

function StateCard({ state }: { state: BillingState }) {
  const api = useApi();
  const { notify } = useHost();
  const [isOpening, setIsOpening] = useState(false);
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const { tone, title, text } = wordsOfState(state);

  async function openPortal(): Promise<void> {
    setIsOpening(true);
    try {
      openAddress((await api('POST /api/billing/stripe/create-session')).redirectUrl);
    } catch (error) {
      notify.error(getErrorMessage(error));
      setIsOpening(false);
    }
  }

  return (
    <Card title="Your subscription">
      <Stack $gap={4}>
        <Banner tone={tone} title={title}>
          {text}
        </Banner>
        {state.liveCount > 1 ? (
          <Banner tone="warning">
            You pay for {state.liveCount} subscriptions. You can end the ones you do not need under “Manage subscription”.
          </Banner>
        ) : null}
        {state.isFresh ? null : <Banner tone="warning">Stripe can’t be reached right now. This is the last known state.</Banner>}
        <Inline>
          {state.hasPortal ? (
            <>
              <Button onPress={openPortal} isDisabled={isOpening || isImpersonating}>
                {isOpening ? 'Opening …' : 'Manage subscription'}
              </Button>
              <span>Cards, invoices, changing and ending</span>
            </>
          ) : null}
          <Link href="/help/billing">How billing works</Link>
        </Inline>
      </Stack>
    </Card>
  );
}
