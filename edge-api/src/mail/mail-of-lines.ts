import type { MailMessage } from './mail-port.ts';

/** A mail of a few paragraphs and one link, as text and as HTML. */
export function mailOfLines(to: string, subject: string, lines: readonly string[], link: string): MailMessage {
  return {
    to,
    subject,
    text: lines.join('\n\n'),
    html: lines
      .map((line) => `<p>${line === link ? `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>` : escapeHtml(line)}</p>`)
      .join('\n'),
  };
}

export function greetingOf(firstName: string): string {
  return firstName ? `Hello ${firstName},` : 'Hello,';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
