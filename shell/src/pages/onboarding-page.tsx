import { useEffect } from 'react';
import { useServices, useUrl } from '../app/services-context.tsx';
import { templateChoiceOf, withTemplateChoice } from '../routing/template-choice.ts';

/** The entrance for a person who chose a playbook template elsewhere: keeps the choice and goes on to sign-up (spec AUTH-35). */
export function OnboardingPage() {
  const { navigation } = useServices();
  const next = withTemplateChoice('/signup', templateChoiceOf(useUrl()));
  useEffect(() => {
    void navigation.navigate(next, { replace: true });
  }, [navigation, next]);
  return null;
}
