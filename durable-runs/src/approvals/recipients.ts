import { readMailAddress } from '@portage/primitives/mail-address';
import { workflowLimits } from '@portage/workflow';

/** The addresses that an expression returned: a list, or a text separated by commas, semicolons or line breaks. */
export function readRecipients(value: unknown): { ok: true; recipients: string[] } | { ok: false; message: string } {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => (typeof part === 'string' ? part.split(/[,;\r\n]/) : [part]));
  const recipients = new Map<string, string>();
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    const text = typeof part === 'string' ? part.trim() : JSON.stringify(part);
    if (text === '') continue;
    const read = readMailAddress(text);
    if (!read) return { ok: false, message: `“${text.slice(0, 80)}” is not an e-mail address.` };
    const mailbox = read.sent.toLowerCase();
    if (!recipients.has(mailbox)) recipients.set(mailbox, read.address);
  }
  const { approvalRecipients: most } = workflowLimits;
  if (recipients.size > most) return { ok: false, message: `A request can go to at most ${most} addresses, not ${recipients.size}.` };
  return { ok: true, recipients: [...recipients.values()] };
}
