import { type SessionUser, toSessionUser, type UserFields } from '@portage/area-kit/base';
import { keep } from '@portage/area-kit/kept';

export interface AccessToken {
  value: string;
  /** ISO instant. */
  expiresAt: string;
}

/** The answer of a sign-in (spec AUTH-51, API-05), which the browser keeps under `portage:user`. */
export interface StoredUser extends UserFields {
  accessToken: AccessToken;
  refreshToken: { value: string };
  /** Whether the user works with workflows (spec AUTH-30). */
  hasWorkflow: boolean;
}

export const USER_KEY = 'portage:user';
/** Where an administrator's tab leaves the user that the new tab is to impersonate (spec USER-07). */
export const IMPERSONATE_KEY = 'impersonate-user';

/** The two places a user can be kept in; a browser that refuses storage gives null. */
export interface UserStorages {
  local: Storage | null;
  /** Of this tab only; a user in here is being impersonated and comes first. */
  tab: Storage | null;
}

/** The user whose tab this is, or null. */
export function readStoredUser({ local, tab }: UserStorages): StoredUser | null {
  return parseUser(tab?.getItem(USER_KEY)) ?? parseUser(local?.getItem(USER_KEY));
}

export function isImpersonating({ tab }: UserStorages): boolean {
  return parseUser(tab?.getItem(USER_KEY)) !== null;
}

/** Keeps the user where it came from: an impersonated one in this tab, else for all tabs. */
export function writeStoredUser(storages: UserStorages, user: StoredUser): void {
  const storage = isImpersonating(storages) ? storages.tab : storages.local;
  if (storage) keep(storage, USER_KEY, user);
}

/** Forgets the user of this tab; an impersonated one leaves the administrator's own session alone. */
export function clearStoredUser(storages: UserStorages): void {
  const storage = isImpersonating(storages) ? storages.tab : storages.local;
  storage?.removeItem(USER_KEY);
}

/**
 * Takes over the user that an administrator's tab left for this one (spec USER-07): the answer of the call as it came. A tab
 * that was there before is never the one meant.
 */
export function adoptImpersonatedUser({ local, tab }: UserStorages, isNewTab: boolean): void {
  const left = isNewTab && local?.getItem(IMPERSONATE_KEY);
  if (!left) return;
  local?.removeItem(IMPERSONATE_KEY);
  const user = flattened(left);
  if (parseUser(user)) tab?.setItem(USER_KEY, user);
}

/** `{user, hasWorkflow}` as one user. */
function flattened(text: string): string {
  try {
    const answer = JSON.parse(text) as { user?: object; hasWorkflow?: boolean } | null;
    return answer?.user ? JSON.stringify({ ...answer.user, hasWorkflow: answer.hasWorkflow ?? true }) : text;
  } catch {
    return '';
  }
}

/** Spec AUTH-54: what pages see, without the tokens. */
export function sessionUserOf({ accessToken, refreshToken, hasWorkflow, ...fields }: StoredUser, impersonating: boolean): SessionUser {
  return toSessionUser(fields, impersonating);
}

/** Whatever lies in storage was written by some version of some page: only what is whole counts. */
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

/** Storage, or null where the browser forbids it (reading the property itself throws then). */
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
