import { getErrorMessage } from '@portage/contracts';
import { Banner, Button } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { Loading } from '../app/loading.tsx';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { findTemplateChoice, withTemplateChoice } from '../routing/template-choice.ts';
import { CentredActions, CentredPage } from './centred-page.tsx';
import { startPlaybook } from './start-playbook.ts';

/**
 * The entrance for a person who chose a playbook template elsewhere (spec AUTH-35). A visitor continues to sign-up, with the choice stored;
 * for a signed-in person the playbook is created, and its wizard opens.
 */
export function OnboardingPage() {
  const services = useServices();
  const { navigation, templateChoice } = services;
  const templateId = findTemplateChoice(useUrl());
  const isSignedIn = useUser() !== null;
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt creates it again.
  useEffect(() => {
    setError(null);
    if (!isSignedIn) {
      if (templateId) templateChoice.keep(templateId);
      void navigation.navigate(withTemplateChoice('/signup', templateId), { replace: true });
    } else if (templateId) {
      startPlaybook(services, templateId).catch(setError);
    } else {
      void navigation.navigate('/playbookslist', { replace: true });
    }
  }, [services, isSignedIn, templateId, attempt]);

  if (error === null) return isSignedIn ? <Loading /> : null;
  return (
    <CentredPage title="The playbook could not be started">
      <Banner tone="danger">{getErrorMessage(error)}</Banner>
      <CentredActions>
        <Button variant="primary" onClick={() => setAttempt(attempt + 1)}>
          Retry
        </Button>
        <Link href="/playbookslist">Other playbooks</Link>
      </CentredActions>
    </CentredPage>
  );
}
