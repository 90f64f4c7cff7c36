import { workflowLimits } from '@portage/workflow';

/** Plain addresses only: no names, no quotes, no brackets, nothing that a mail server could read as a second header. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
const LONGEST = 254;

/** The addresses that an expression gave: a list, or a text with commas, semicolons or line breaks between them. */
export function readRecipients(value: unknown): { ok: true; recipients: string[] } | { ok: false; message: string } {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => (typeof part === 'string' ? part.split(/[,;\r\n]/) : [part]));
  const recipients = new Map<string, string>();
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    const address = typeof part === 'string' ? part.trim() : JSON.stringify(part);
    if (address === '') continue;
    if (address.length > LONGEST || !ADDRESS.test(address)) {
      return { ok: false, message: `“${address.slice(0, 80)}” is not an e-mail address.` };
    }
    if (!recipients.has(address.toLowerCase())) recipients.set(address.toLowerCase(), address);
  }
  const { approvalRecipients: most } = workflowLimits;
  if (recipients.size > most) return { ok: false, message: `A question goes to at most ${most} addresses, not ${recipients.size}.` };
  return { ok: true, recipients: [...recipients.values()] };
}
