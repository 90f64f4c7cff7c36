import { alertPath, alertWords } from '@portage/contracts';
import type { AlertSnapshot } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { formatGreeting, mailOfLines } from '../mail/mail-of-lines.ts';
import type { MailMessage } from '../mail/mail-port.ts';
import { plainQuote } from '../mail/plain-line.ts';
import { timeIn } from '../mail/time-in.ts';

interface Receiver {
  userId: string;
  email: string;
  firstName: string;
  /** Time zone of the times; null: UTC. */
  timeZone: string | null;
}

/** One alert, or an hour's digest. @param total the number of all alerts; only the newest are named */
export function alertMail(receiver: Receiver, told: readonly AlertSnapshot[], total: number, origin: string): MailMessage {
  const alerts = told.map((alert) => (alert.ownerUserId === receiver.userId ? alert : { ...alert, name: plainQuote(alert.name) }));
  const [first] = alerts;
  if (!first) throw new Error('A mail without an alert');
  const listLink = `${origin}/run-history/alerts`;
  const paragraphs = alerts.flatMap((alert) => buildParagraphs(alert, receiver, origin));
  const more = total > alerts.length ? [`${countWords(total - alerts.length, 'more is', 'more are')} in the list.`] : [];
  const lines = [
    formatGreeting(receiver.firstName),
    ...(total > 1 ? [`${total.toLocaleString('en')} alerts came up since the last e-mail:`] : []),
    ...paragraphs,
    ...more,
    'All alerts, and what you get by e-mail:',
    listLink,
    'Portage sends one e-mail at once and then at most one an hour.',
  ];
  const subject = total === 1 ? alertWords(first).title : `${total.toLocaleString('en')} alerts: ${alertWords(first).title}`;
  const links = [listLink, ...alerts.map((alert) => `${origin}${alertPath(alert, receiver.userId)}`)];
  return mailOfLines(receiver.email, subject, lines, links);
}

function buildParagraphs(alert: AlertSnapshot, receiver: Receiver, origin: string): string[] {
  const words = alertWords(alert);
  const isOfAnother = alert.ownerUserId !== receiver.userId;
  return [
    `${words.title}${isOfAnother ? ` (${alert.ownerEmail})` : ''}, ${timeWords(alert, receiver.timeZone ?? 'UTC')}.`,
    // A webhook’s sender or another system may have written it.
    ...(alert.message && !alert.endedAt ? [`Message: “${plainQuote(alert.message)}”`] : []),
    `${words.meaning} ${words.remedy}`,
    `${origin}${alertPath(alert, receiver.userId)}`,
  ];
}

function timeWords({ kind, lastAt, firstAt, endedAt }: AlertSnapshot, timeZone: string): string {
  const at = (instant: string) => timeIn(new Date(instant), timeZone);
  if (endedAt && kind === 'RunFailed') return `at ${at(endedAt)}; the first failed at ${at(firstAt)}`;
  return endedAt ? `since ${at(endedAt)}; it began at ${at(firstAt)}` : `last at ${at(lastAt)}`;
}
