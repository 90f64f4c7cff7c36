import { countWords } from '@portage/primitives/count-words';
import { formatGreeting, mailOfLines } from './mail-of-lines.ts';
import type { MailMessage } from './mail-port.ts';

/** @param lifetimeMinutes how long the link works, for the reader */
export function passwordResetMail(to: string, firstName: string, link: string, lifetimeMinutes: number): MailMessage {
  const lines = [
    formatGreeting(firstName),
    'Someone asked to reset the password of your Portage account. Open this link to choose a new one:',
    link,
    `The link works once and for ${countWords(lifetimeMinutes, 'minute')}. If it wasn’t you, nothing has changed and you can ignore this e-mail.`,
  ];
  return mailOfLines(to, 'Reset your Portage password', lines, [link]);
}
