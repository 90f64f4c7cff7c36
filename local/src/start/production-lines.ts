import type { FirstAdminLink } from './first-admin.ts';
import type { Production } from './production.ts';

/** What the operator of a server has to know, after the ready line. */
export function productionLines({ origin }: Production, firstAdmin: FirstAdminLink | null): string[] {
  return [
    `  Address    ${origin}`,
    ...(firstAdmin ? [`  Admin      ${origin}/signup?firstAdmin=${firstAdmin.token} creates the first admin, once, within a day`] : []),
  ];
}
