import { useHost } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { LIST_PATH, usePlaybook } from '../playbooks/playbook-queries.ts';
import { WizardView } from './wizard-view.tsx';

/** /playbook-wizards/{id} (spec PB-23..53). */
export function WizardPage() {
  const { id = '' } = useParams();
  const { notify } = useHost();
  const playbook = usePlaybook(id);
  const { shown, indicator } = useLoaded(playbook.data, 'Loading the wizard');
  const { error } = playbook;
  const isUnusable = Boolean(error) && !playbook.data;
  usePageTitle(shown?.template?.name ?? 'Playbook Wizard');

  // Spec PB-53.
  useEffect(() => {
    if (error && isUnusable) notify.error(error);
  }, [error, isUnusable, notify]);

  if (isUnusable) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <Page>
        <Banner
          tone="danger"
          title={isGone ? 'This playbook doesn’t exist' : 'The wizard could not be loaded'}
          action={
            isGone ? <LinkButton href={LIST_PATH}>Back to List</LinkButton> : <Button onPress={() => playbook.refetch()}>Retry</Button>
          }
        >
          {isGone ? 'It was deleted, or the link is incomplete.' : getErrorMessage(error)}
        </Banner>
      </Page>
    );
  }
  return <Page>{shown ? <WizardView key={shown.id} playbook={shown} /> : indicator}</Page>;
}
