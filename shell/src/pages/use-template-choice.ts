import { useEffect } from 'react';
import { useServices, useUrl } from '../app/services-context.tsx';
import { findTemplateChoice } from '../routing/template-choice.ts';

/** The playbook template that the address names, which is stored for later pages; otherwise the stored one (spec AUTH-27, AUTH-35). */
export function useTemplateChoice(): string | null {
  const { templateChoice } = useServices();
  const named = findTemplateChoice(useUrl());
  useEffect(() => {
    if (named) templateChoice.keep(named);
  }, [templateChoice, named]);
  return named ?? templateChoice.read();
}
