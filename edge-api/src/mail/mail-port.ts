import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, insertAuditEntry } from '@portage/database';
import { readMailAddress } from '@portage/primitives/mail-address';
import type { AuditAction } from '../audit/record-audit.ts';
import type { Env } from '../env.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** @param key the same for every attempt at one message: a mail server that knows it accepts the message once */
export type SendMail = (message: MailMessage, key?: string) => Promise<void>;

export function canSendMail({ MAIL, MAIL_API_URL }: Env): boolean {
  return MAIL !== undefined || Boolean(MAIL_API_URL);
}

const SEND_TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
const MOST_OF_A_REASON = 300;

/**
 * Sends mail: to the local outbox if it is bound, otherwise through an HTTP mail API (`POST` of `{from, to, subject, text, html}`
 * with a bearer key). Domains are sent in ASCII. Send through `waitUntil`: a caller must not wait for a mail server.
 */
export function mailSender(env: Env): SendMail {
  const send = transport(env);
  return async (message, key) => {
    try {
      await send({ ...message, to: readMailAddress(message.to)?.sent ?? message.to }, key);
    } catch (error) {
      // The outbox repeats what has a key.
      if (key === undefined) await auditFailure(env, message, error);
      throw error;
    }
  };
}

/** Admins see in the audit log which mail didn't go out, and why. */
async function auditFailure(env: Env, { to, subject }: MailMessage, error: unknown): Promise<void> {
  const action: AuditAction = 'mail.failed';
  const details = { to, subject, reason: error instanceof Error ? error.message : String(error) };
  await insertAuditEntry(connectHttp(env), { at: new Date(), action, details }).catch((cause: unknown) =>
    log('error', 'The audit log was not written', { action, cause: formatErrorCauses(cause) }),
  );
}

function transport(env: Env): SendMail {
  const { MAIL, MAIL_API_URL } = env;
  if (MAIL) return (message, key) => deliver(() => MAIL.fetch('http://mail/messages', jsonRequest(message, keyHeader(key))));
  if (MAIL_API_URL) {
    const from = env.MAIL_FROM ?? 'Portage <no-reply@localhost>';
    const headers: Record<string, string> = env.MAIL_API_KEY ? { authorization: `Bearer ${env.MAIL_API_KEY}` } : {};
    return (message, key) => deliver(() => fetch(MAIL_API_URL, jsonRequest({ from, ...message }, { ...headers, ...keyHeader(key) })));
  }
  return async ({ subject }) => log('error', 'Mail was not sent: neither MAIL nor MAIL_API_URL is set', { subject });
}

async function deliver(post: () => Promise<Response>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await post();
      const text = await response.text();
      if (response.ok) return;
      throw new Error(`The mail service responded with ${response.status}${text && `: ${text.slice(0, MOST_OF_A_REASON)}`}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key };
}

function jsonRequest(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  };
}
