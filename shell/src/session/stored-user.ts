import { type SessionUser, toSessionUser, type UserFields } from '@portage/area-kit/base';
import { keep } from '@portage/area-kit/kept';
import { MINUTE_MS } from '@portage/primitives/durations';

export interface AccessToken {
  value: string;
  /** ISO instant. */
  expiresAt: string;
}

/** The response of a sign-in (spec AUTH-51, API-05), which the browser stores under `portage:user`. */
export interface StoredUser extends UserFields {
  accessToken: AccessToken;
  refreshToken: { value: string };
  /** Whether the user works with workflows (spec AUTH-30). */
  hasWorkflow: boolean;
}

/** A token with less time left is refreshed (spec AUTH-21). */
export const REFRESH_BELOW_MS = 3 * MINUTE_MS;

export const USER_KEY = 'portage:user';
/** Where an administrator's tab stores the user whom the new tab is to impersonate (spec USER-07). */
export const IMPERSONATE_KEY = 'impersonate-user';

/** The two places where a user can be stored; null if the browser refuses storage. */
export interface UserStorages {
  local: Storage | null;
  /** Only for this tab; a user stored here is being impersonated and takes precedence. */
  tab: Storage | null;
}

export function readStoredUser({ local, tab }: UserStorages): StoredUser | null {
  return parseUser(tab?.getItem(USER_KEY)) ?? parseUser(local?.getItem(USER_KEY));
}

export function isImpersonating({ tab }: UserStorages): boolean {
  return parseUser(tab?.getItem(USER_KEY)) !== null;
}

/** Stores the user where it came from: an impersonated one in this tab, otherwise for all tabs. */
export function writeStoredUser(storages: UserStorages, user: StoredUser): void {
  const storage = isImpersonating(storages) ? storages.tab : storages.local;
  if (storage) keep(storage, USER_KEY, user);
}

/** Deletes the user of this tab; for an impersonated one, the administrator's own session stays. */
export function clearStoredUser(storages: UserStorages): void {
  const storage = isImpersonating(storages) ? storages.tab : storages.local;
  storage?.removeItem(USER_KEY);
}

/**
 * Adopts the user that an administrator's tab left for this one (spec USER-07), as the unchanged response of the call. A tab that existed
 * before is never the intended one.
 */
export function adoptImpersonatedUser({ local, tab }: UserStorages, isNewTab: boolean): void {
  const left = isNewTab && local?.getItem(IMPERSONATE_KEY);
  if (!left) return;
  local?.removeItem(IMPERSONATE_KEY);
  const user = flattened(left);
  if (parseUser(user)) tab?.setItem(USER_KEY, user);
}

/** Merges `{user, hasWorkflow}` into one user. */
function flattened(text: string): string {
  try {
    const answer = JSON.parse(text) as { user?: object; hasWorkflow?: boolean } | null;
    return answer?.user ? JSON.stringify({ ...answer.user, hasWorkflow: answer.hasWorkflow ?? true }) : text;
  } catch {
    return '';
  }
}

/** Spec AUTH-54: the user that pages see, without the tokens. */
export function getSessionUser({ accessToken, refreshToken, hasWorkflow, ...fields }: StoredUser, impersonating: boolean): SessionUser {
  return toSessionUser(fields, impersonating);
}

/** Any version of any page may have written the stored text: only a complete user counts. */
function parseUser(text: string | null | undefined): StoredUser | null {
  if (!text) return null;
  try {
    const user = JSON.parse(text) as Partial<StoredUser> | null;
    const isWhole =
      typeof user?.id === 'string' &&
      typeof user.email === 'string' &&
      typeof user.accessToken?.value === 'string' &&
      !Number.isNaN(Date.parse(user.accessToken.expiresAt)) &&
      typeof user.refreshToken?.value === 'string';
    return isWhole
      ? ({ ...user, roles: user.roles ?? [], scopes: user.scopes ?? [], hasWorkflow: user.hasWorkflow ?? true } as StoredUser)
      : null;
  } catch {
    return null;
  }
}

/** Storage, or null if the browser forbids it (then reading the property itself throws). */
export function browserStorages(): UserStorages {
  const open = (name: 'localStorage' | 'sessionStorage') => {
    try {
      return globalThis[name];
    } catch {
      return null;
    }
  };
  return { local: open('localStorage'), tab: open('sessionStorage') };
}
