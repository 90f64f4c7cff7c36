import { GIFT_CARD_SCOPE } from '@portage/contracts';
/** The facts that decide where a person goes; the after-sign-in order reads nothing else. */
export interface Destinated {
  isAdmin: boolean;
  /** Whether the user works with workflows (spec AUTH-30). */
  hasWorkflow: boolean;
  scopes: readonly string[];
}

export interface Entrance {
  isNew: boolean;
  userInfoPath: string;
  installPath?: string | null;
  /** The address that the person asked for; null if none, or if a playbook was chosen since. */
  wantedPath?: string | null;
  /** Where the playbook of a previously chosen template is created (spec AUTH-27); null if none was chosen. */
  playbookPath?: string | null;
}

/**
 * The after-sign-in order (spec AUTH-24..31). A new person passes /userinfo first (spec AUTH-31), which creates the playbook of a chosen
 * template itself. A person who asked for an address, by a link or where the last session ended, goes there; only an installation takes
 * precedence. The rest of the order is for people who came without an address (docs/decisions/wanted-address-is-kept-in-the-tab.md).
 *
 * @param userInfoPath /userinfo, with the chosen template if there is one.
 * @param installPath where a pending installation continues (spec AUTH-24, AUTH-25); null if there is none.
 */
export function afterSignIn(
  user: Destinated,
  { isNew, userInfoPath, installPath = null, wantedPath = null, playbookPath = null }: Entrance,
): string {
  if (installPath) return installPath;
  // The start page doesn't count as a wish: a new person who asked for it still passes /userinfo.
  if (wantedPath && !(isNew && wantedPath === getHomePath(user))) return wantedPath;
  if (user.scopes.includes(GIFT_CARD_SCOPE)) return '/gift-cards';
  return isNew ? userInfoPath : (playbookPath ?? getHomePath(user));
}

/** Where "/" leads (spec SHELL-15, SHELL-18, AUTH-28, AUTH-29); never to the gift cards, because "Back to Main App" leaves them. */
export function getHomePath({ isAdmin, hasWorkflow }: Pick<Destinated, 'isAdmin' | 'hasWorkflow'>): string {
  if (isAdmin) return '/admin/workflows';
  return hasWorkflow ? '/workflows' : '/playbooks-and-templates';
}
