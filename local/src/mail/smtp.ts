import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { AcceptMail } from './mail-handlers.ts';

export interface SmtpSettings {
  /** `smtps://user:password@smtp.example.com:465` */
  url: string;
  /** `Portage <portage@example.com>` */
  from: string;
  /** Whether mail waits for a server that offers STARTTLS. */
  requiresTls: boolean;
}

/** Shorter than the API waits for a mail service. */
const PATIENCE_MS = 4_000;

/** Sends mail through an SMTP server: a message is sent once the server has accepted it, and the reason of a failure is the server's. */
export function smtpSender({ url, from, requiresTls }: SmtpSettings): AcceptMail {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const transport = createTransport({ url, requireTLS: requiresTls, ...patience }, { from });
  return async (message, key) => {
    const sent = await transport.sendMail({ ...message, ...(key === null ? {} : { messageId: makeMessageId(key, from) }) });
    return sent.messageId;
  };
}

/** SMTP has no idempotency keys. A message that is sent again has the same id, so that mailboxes can recognise it. */
function makeMessageId(key: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`;
}
