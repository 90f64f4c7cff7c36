import type { MailMessage } from './mail-port.ts';

/** @param lifetimeMinutes how long the link works, for the reader */
export function passwordResetMail(to: string, firstName: string, link: string, lifetimeMinutes: number): MailMessage {
  const greeting = firstName ? `Hello ${firstName},` : 'Hello,';
  const lines = [
    greeting,
    'Somebody, hopefully you, asked to reset the password of your Portage account. Open this link to choose a new one:',
    link,
    `The link works once and for ${lifetimeMinutes} minutes. If it was not you, nothing has changed and you may ignore this mail.`,
  ];
  return {
    to,
    subject: 'Reset your Portage password',
    text: lines.join('\n\n'),
    html: lines
      .map((line) => `<p>${line === link ? `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>` : escapeHtml(line)}</p>`)
      .join('\n'),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
