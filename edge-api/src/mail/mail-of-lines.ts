import { personNameField } from '@portage/contracts/calls';
import { cutText } from '@portage/primitives/cut-text';
import type { MailMessage } from './mail-port.ts';
import { plainLine, plainParagraph } from './plain-line.ts';

const LONGEST_SUBJECT = 140;

/** A mail with a few paragraphs, as text and as HTML; people's text stays within its paragraph. @param links the paragraphs that are links */
export function mailOfLines(to: string, subject: string, written: readonly string[], links: readonly string[]): MailMessage {
  const lines = written.map(plainParagraph);
  return {
    to: plainLine(to),
    subject: cutText(plainLine(subject), LONGEST_SUBJECT),
    text: lines.join('\n\n'),
    html: lines
      .map((line) => `<p>${links.includes(line) ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line)}</p>`)
      .join('\n'),
  };
}

/** Without the name if it is one that Portage no longer accepts. */
export function formatGreeting(firstName: string): string {
  const name = personNameField('').safeParse(firstName);
  return name.success ? `Hello ${name.data},` : 'Hello,';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
