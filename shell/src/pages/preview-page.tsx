import { getErrorMessage } from '@portage/contracts';
import { AREAS, isAreaName } from '@portage/registry';
import { Banner, Inline } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUser } from '../app/services-context.tsx';
import { notePreviews } from '../federation/page-previews.ts';
import { CentredPage } from './centred-page.tsx';

/** The target of a link to a preview: opens it in this session, then shows the area's first page. */
export function PreviewPage() {
  const { api, navigation, storage } = useServices();
  const userId = useUser()?.id;
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (userId === undefined) return;
    // The part of the address that no server receives.
    api('POST /api/deployments/previews/opened', { body: { link: location.hash.slice(1) } }).then(
      ({ preview: { area } }) => {
        notePreviews(storage, userId);
        void navigation.navigate(isAreaName(area) ? AREAS[area].firstPage : `/${area}`, { replace: true });
      },
      (error: unknown) => setProblem(getErrorMessage(error)),
    );
  }, [api, navigation, storage, userId]);

  return (
    <CentredPage title="Preview">
      {problem === null ? (
        <p>One moment …</p>
      ) : (
        <>
          <Banner tone="danger">{problem}</Banner>
          <p>Nothing has changed.</p>
          <Inline>
            <Link href="/">Go to Portage</Link>
          </Inline>
        </>
      )}
    </CentredPage>
  );
}
