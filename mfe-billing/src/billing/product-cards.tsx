import { useApi, useHost, useSessionUser } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Badge, Banner, Button, color, font, Inline, Muted, radius, size, space, Text } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { BILLING_KEY, type BillingState, type Product } from './billing-queries.ts';
import { openAddress } from './open-address.ts';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Item = styled.li<{ $isActive: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(5)};
  background: ${color.surface};
  border: ${size.hairline} solid ${({ $isActive }) => ($isActive ? color.brand : color.line)};
  border-radius: ${radius.card};
  box-shadow: ${({ $isActive }) => ($isActive ? `0 0 0 1px ${color.brand}` : 'none')};
`;
const Price = styled.p`
  font-size: ${font.size.title};
  font-weight: ${font.weight.bold};
  span {
    color: ${color.muted};
    font-size: ${font.size.base};
    font-weight: ${font.weight.regular};
  }
`;

/** Spec BILL-01, BILL-02: the active product stands out and cannot be bought again. */
export function ProductCards({ products, state }: { products: readonly Product[]; state: BillingState }) {
  const buying = useBuying();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  // Otherwise a new subscription starts: the previous one grants nothing any more.
  const changes = state.subscription !== null && ['trialing', 'active', 'past_due'].includes(state.subscription.status);
  const isUnpaid = changes && state.subscription?.isValid === false;
  return (
    <>
      {buying.problem ? <Banner tone="danger">{buying.problem}</Banner> : null}
      <Grid aria-label="Products">
        {products.map(({ priceId, name, formattedPrice, description, trialDays }) => {
          const isActive = priceId === state.priceId;
          return (
            <Item key={priceId} $isActive={isActive} aria-current={isActive ? 'true' : undefined}>
              <Inline $justify="space-between" $isNowrap>
                <Text as="h2" $size="large" $breaks>
                  {name}
                </Text>
                {isActive ? <Badge tone={isUnpaid ? 'danger' : 'brand'}>{isUnpaid ? 'Not paid' : 'Active'}</Badge> : null}
              </Inline>
              <Price>
                {formattedPrice} <span>per month</span>
              </Price>
              {trialDays > 0 ? <p>{trialDays === 1 ? 'The first day is free' : `The first ${trialDays} days are free`}</p> : null}
              <Muted as="p" $breaks $grows>
                {description}
              </Muted>
              {isActive ? null : (
                <Button
                  variant={changes ? 'secondary' : 'primary'}
                  isDisabled={buying.priceId !== null || isImpersonating}
                  aria-label={`${changes ? 'Change to' : 'Buy'} ${name}`}
                  onPress={() => buying.buy(priceId)}
                >
                  {buying.priceId === priceId ? 'Opening checkout …' : changes ? 'Change' : 'Buy'}
                </Button>
              )}
            </Item>
          );
        })}
      </Grid>
    </>
  );
}

/** Opens Stripe's checkout (spec BILL-07) and shows its error unchanged (spec BILL-14). */
function useBuying() {
  const api = useApi();
  const { notify } = useHost();
  const queryClient = useQueryClient();
  const [priceId, setPriceId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // Going back from the checkout may show this page as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setPriceId(null);
      void queryClient.invalidateQueries({ queryKey: BILLING_KEY });
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [queryClient]);

  async function buy(chosen: string): Promise<void> {
    setPriceId(chosen);
    setProblem(null);
    try {
      openAddress((await api('POST /api/billing/stripe/buy-subscription', { body: { priceId: chosen } })).redirectUrl);
    } catch (error) {
      setProblem(getErrorMessage(error));
      setPriceId(null);
      notify.error(error);
      await queryClient.invalidateQueries({ queryKey: BILLING_KEY });
    }
  }
  return { priceId, problem, buy };
}
