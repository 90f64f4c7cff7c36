import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { Loading } from '../app/loading.tsx';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { findTemplateChoice, withTemplateChoice } from '../routing/template-choice.ts';
import { CentredPage } from './centred-page.tsx';
import { startPlaybook } from './start-playbook.ts';

/** For a person who chose a playbook template elsewhere (spec AUTH-35): a visitor signs up first, then its wizard opens. */
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
      <Inline>
        <Button variant="primary" onClick={() => setAttempt(attempt + 1)}>
          Retry
        </Button>
        <Link href="/playbookslist">Other playbooks</Link>
      </Inline>
    </CentredPage>
  );
}
