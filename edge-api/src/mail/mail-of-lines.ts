import type { MailMessage } from './mail-port.ts';

/** A mail of a few paragraphs, as text and as HTML. @param links the paragraphs that are links */
export function mailOfLines(to: string, subject: string, lines: readonly string[], links: readonly string[]): MailMessage {
  return {
    to,
    subject,
    text: lines.join('\n\n'),
    html: lines
      .map((line) => `<p>${links.includes(line) ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line)}</p>`)
      .join('\n'),
  };
}

export function greetingOf(firstName: string): string {
  return firstName ? `Hello ${firstName},` : 'Hello,';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
