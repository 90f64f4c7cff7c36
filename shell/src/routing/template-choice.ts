const PARAMETER = 'playbookTemplateId';

/** The playbook template chosen before sign-up travels in the address (spec SHELL-07, AUTH-27, AUTH-31). */
export function templateChoiceOf(url: URL): string | null {
  return url.searchParams.get(PARAMETER);
}

/** Hands the choice on to the next page. */
export function withTemplateChoice(path: string, templateId: string | null): string {
  return templateId ? `${path}?${new URLSearchParams({ [PARAMETER]: templateId })}` : path;
}
