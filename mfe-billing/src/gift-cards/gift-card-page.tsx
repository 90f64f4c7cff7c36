import { Card, DateTime, FailedRead, KeyValueList, LevelBar, Link, Page, PageHeader, Stack, useLoaded, usePageTitle } from '@portage/ui';
import { useParams, useSearchParams } from 'react-router';
import { customerName, formatBalance } from './balance.ts';
import { buildListPath } from './gift-card-paths.ts';
import { type GiftCard, useGiftCard } from './gift-card-queries.ts';

/** /gift-cards/{id} (spec GIFT-09, GIFT-10, GIFT-14). */
export function GiftCardPage() {
  usePageTitle('Gift Cards');
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const card = useGiftCard(id);
  const { shown, indicator } = useLoaded(card.data, 'Loading gift card');
  return (
    <Page>
      <Link href={buildListPath(query)}>Back to Gift Cards</Link>
      {card.isError ? <FailedRead title="Error loading Gift Card" query={card} /> : null}
      {shown ? <Details card={shown} /> : null}
      {shown || card.isError ? null : indicator}
    </Page>
  );
}

function Details({ card }: { card: GiftCard }) {
  return (
    <>
      <PageHeader title={card.number} />
      <Card>
        <Stack $gap={5}>
          <LevelBar label="Balance" value={card.balance} maxValue={card.initialAmount} valueText={formatBalance(card)} />
          <KeyValueList
            items={[
              { label: 'Customer', value: customerName(card.customer) },
              { label: 'Email', value: card.customer.email },
              { label: 'Created At', value: <DateTime value={card.createdAt} /> },
              { label: 'Expires On', value: <DateTime value={card.expiresOn} isDateOnly fallback="Never expires" /> },
            ]}
          />
        </Stack>
      </Card>
    </>
  );
}
