import { countWords } from '@portage/primitives/count-words';
import { formatGreeting, mailOfLines } from './mail-of-lines.ts';
import type { MailMessage } from './mail-port.ts';

/** @param lifetimeDays how long the link works, for the reader */
export function confirmEmailMail(to: string, link: string, lifetimeDays: number): MailMessage {
  const lines = [
    // Nobody has proved yet whose address it is: include no text from whoever signed up.
    formatGreeting(''),
    'Welcome to Portage. Open this link to confirm that this address is yours:',
    link,
    `The link works for ${countWords(lifetimeDays, 'day')}. If you didn’t sign up, you can ignore this e-mail.`,
  ];
  return mailOfLines(to, 'Confirm your email for Portage', lines, [link]);
}
