import { useHost } from '@portage/area-kit';
import { LinkButton, Page, usePageTitle } from '@portage/ui';
import { useSearchParams } from 'react-router';
import { markJustMade } from '../connectors/just-made.ts';
import { parseReturnPath, returnWith } from '../connectors/return-path.ts';
import { OwnApiList } from './own-api-list.tsx';
import { OwnApiWizard } from './own-api-wizard.tsx';

/** /connectors/addApi */
export function OwnApiPage() {
  usePageTitle('Add your own API');
  const { navigate } = useHost();
  const returnTo = parseReturnPath(useSearchParams()[0].get('returnTo'));
  return (
    <Page>
      <OwnApiWizard
        returnTo={returnTo}
        madeLabel={returnTo ? 'Use this connector' : 'Open connector'}
        onMade={(id) => {
          if (!returnTo) markJustMade(id);
          navigate(returnTo ? returnWith(returnTo, id) : `/connectors/${id}/edit`);
        }}
        cancel={<LinkButton href={returnTo ?? '/connectors'}>Cancel</LinkButton>}
      >
        <OwnApiList />
      </OwnApiWizard>
    </Page>
  );
}
