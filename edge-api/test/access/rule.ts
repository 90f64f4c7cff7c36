import type { Belongings } from './belongings.ts';

export interface Ask {
  path: string;
  body?: unknown;
}

/**
 * - `public`: nobody needs to be signed in.
 * - `self`: touches only the caller's own account.
 * - `own`: touches only the caller's own account, and never while an admin acts as them.
 * - `list`: shows the caller's own things; a stranger sees none of the owner's.
 * - `thing`: names one thing; a stranger gets the very answer of a thing that does not exist. `adminMayRead`: an admin, too, else.
 * - `shared`: names one thing and the code of its link; whoever has both may, without the code it is as if it did not exist.
 * - `impersonated`: touches only the caller's own things, and only while an admin acts as them.
 * - `common`: for everybody who is signed in, and tells nothing of whom it was made from.
 * - `admin`: for admins in their own name.
 * - `deploy`: as `admin`, and for holders of deploy tokens.
 */
export type Rule =
  | { kind: 'public'; ask: Ask }
  | { kind: 'self' | 'own' | 'list' | 'common' | 'shared' | 'impersonated'; ask: (of: Belongings) => Ask }
  /** `status`: what the admin gets, where it is no success. */
  | { kind: 'admin' | 'deploy'; ask: (of: Belongings) => Ask; status?: number }
  /** `ownerStatus`: what the owner gets, where the thing is theirs and of no use for the call. */
  | { kind: 'thing'; ask: (of: Belongings) => Ask; adminMayRead?: true; ownerStatus?: number };
