import { totalmem } from 'node:os';
import type { FirstAdminLink } from './first-admin.ts';
import type { Production, ProductionMail } from './production.ts';

/** What the operator of a server has to know, after the ready line. */
export function productionLines({ origin, mail }: Production, firstAdmin: FirstAdminLink | null): string[] {
  return [
    `  Address    ${origin}`,
    `  Mail       ${mail ? describeMail(mail) : 'none is sent, so people can’t reset passwords: set SMTP_URL or MAIL_API_URL (docs/self-host.md)'}`,
    `  Memory     ${describeMemory()}`,
    ...(firstAdmin ? [`  Admin      ${origin}/signup?firstAdmin=${firstAdmin.token} creates the first admin, once, within a day`] : []),
  ];
}

/** Without the password in its address. */
function describeMail(mail: ProductionMail): string {
  return `through ${new URL(mail.kind === 'smtp' ? mail.url : (mail.variables.MAIL_API_URL ?? '')).host}`;
}

/** A service or a container may have less than the machine. */
function describeMemory(): string {
  const limit = process.constrainedMemory();
  const isLimited = limit > 0 && limit < totalmem();
  return `${((isLimited ? limit : totalmem()) / 2 ** 30).toFixed(1)} GB, ${isLimited ? 'the limit of its service or container' : 'all of this machine’s'}`;
}
