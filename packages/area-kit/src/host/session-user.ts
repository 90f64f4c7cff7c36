import type { User } from '@portage/contracts/calls';

/** Spec AUTH-51: the user as the API returns it. */
export type UserFields = User;

/** The signed-in person as every page sees them (spec AUTH-54). Tokens stay in the shell's session. */
export interface SessionUser extends UserFields {
  isAdmin: boolean;
  isAuthenticated: boolean;
  isImpersonating: boolean;
}

/** Adds the properties that pages use most. An admin who impersonates a person doesn't count as an administrator. */
export function toSessionUser(fields: UserFields, isImpersonating = false): SessionUser {
  return { ...fields, isAuthenticated: true, isImpersonating, isAdmin: !isImpersonating && fields.roles.includes('ADMIN') };
}
