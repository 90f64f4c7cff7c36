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
 * - `thing`: names one thing; a stranger gets the same response as for a thing that doesn't exist. `adminMayRead`: an admin may read it; otherwise an admin is a stranger too.
 * - `shared`: names one thing and the code of its link; whoever has both may, without the code it is as if it didn't exist.
 * - `impersonated`: touches only the caller's own things, and only while an admin acts as them.
 * - `common`: for everybody who is signed in, and reveals nothing about whom it was made from.
 * - `admin`: for admins in their own name.
 * - `deploy`: as `admin`, and for holders of deploy tokens.
 */
export type Rule =
  | { kind: 'public'; ask: Ask }
  | { kind: 'self' | 'list' | 'common' | 'shared' | 'impersonated'; ask: (of: Belongings) => Ask }
  /** `status`: what the admin gets, if it isn't a success. */
  | { kind: 'admin' | 'deploy'; ask: (of: Belongings) => Ask; status?: number }
  /** `ownerStatus`: what the owner gets, if the call is theirs to make but of no use here. */
  | { kind: 'own'; ask: (of: Belongings) => Ask; ownerStatus?: number }
  | { kind: 'thing'; ask: (of: Belongings) => Ask; adminMayRead?: true; ownerStatus?: number };
