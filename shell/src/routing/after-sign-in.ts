/** What decides where a person goes; the after-sign-in order looks at nothing else. */
export interface Destinated {
  isAdmin: boolean;
  scopes: readonly string[];
}

/** Spec AUTH-55: the one scope with an effect. */
export const GIFT_CARD_SCOPE = 'PandaGiftCard';

/**
 * The after-sign-in order (spec AUTH-24..31) as far as its pages exist: step 4 (a chosen playbook) comes with those pages, and those without workflows, whom step 6 sends to /playbooks-and-templates, go to
 * /workflows until then. A new person passes /userinfo first (spec AUTH-31).
 *
 * @param userInfoPath /userinfo, with the chosen template if there is one.
 * @param installPath where an installation that was begun before goes on (spec AUTH-24, AUTH-25); null: there is none.
 */
export function afterSignIn(
  user: Destinated,
  { isNew, userInfoPath, installPath = null }: { isNew: boolean; userInfoPath: string; installPath?: string | null },
): string {
  if (installPath) return installPath;
  if (user.scopes.includes(GIFT_CARD_SCOPE)) return '/gift-cards';
  return isNew ? userInfoPath : homeOf(user);
}

/** Where "/" leads a signed-in person (spec SHELL-15, SHELL-18); never to the gift cards, which "Back to Main App" leaves. */
export function homeOf(user: Pick<Destinated, 'isAdmin'>): string {
  return user.isAdmin ? '/admin/workflows' : '/workflows';
}
