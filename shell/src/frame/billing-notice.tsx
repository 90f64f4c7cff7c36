import { Banner, formatDate, Link, size, space } from '@portage/ui/base';
import styled from 'styled-components';
import { useUser } from '../app/services-context.tsx';
import { getBillingNotice } from './billing-notice-text.ts';

const NoticeArea = styled.div`
  padding: ${space(4)} ${space(6)} 0;
  @media (max-width: ${size.narrow}) {
    padding: ${space(4)} ${space(4)} 0;
  }
`;

/** Shown on every page while a payment is missing; the billing page has the full text. */
export function BillingNotice({ path }: { path: string }) {
  const user = useUser();
  const text = user && path !== '/billing' ? getBillingNotice(user, formatDate) : null;
  if (text === null) return null;
  return (
    <NoticeArea>
      <Banner tone="warning" action={<Link href="/billing">Billing</Link>}>
        {text}
      </Banner>
    </NoticeArea>
  );
}
