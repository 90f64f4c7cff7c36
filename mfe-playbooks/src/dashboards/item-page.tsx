import { Card, CodeBlock, FailedRead, Link, Page, PageHeader, useLoaded, usePageTitle } from '@portage/ui';
import { useParams } from 'react-router';
import { useItem } from './dashboard-queries.ts';

/** /dashboard/{dashboardId}/item/{id}/view and /ecommerce-dashboard/{dashboardId}/item/{id}/view (spec DASH-08). */
export function ItemPage() {
  usePageTitle('Dashboard View');
  const { dashboardId = '', itemId = '' } = useParams();
  const item = useItem(dashboardId, itemId);
  const { shown, indicator } = useLoaded(item.data, 'Loading item');
  return (
    <Page>
      <Link href={shown ? `/dashboard?tab=${shown.type}` : '/dashboard'}>Back to Dashboard</Link>
      {item.isError ? <FailedRead title="Error loading the item" query={item} /> : null}
      {shown ? (
        <>
          <PageHeader title={shown.name} subtitle={`${shown.type} from ${shown.source}`} />
          <Card>
            <CodeBlock code={JSON.stringify(shown, null, 2)} label="JSON" isPage />
          </Card>
        </>
      ) : null}
      {shown || item.isError ? null : indicator}
    </Page>
  );
}
