import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { until } from './until.ts';

interface Mail {
  subject: string;
  text: string;
}

/** The mails that Portage has sent to an address, newest first. */
export async function mailsTo(baseUrl: string, address: string): Promise<Mail[]> {
  const answer = await fetch(`${baseUrl}/local/outbox`, { headers: { accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: (Mail & { to: string })[] };
  return messages.filter(({ to }) => to === address);
}

/** Opens the link in a new person's mail: alerts only go to confirmed addresses. */
export async function confirmAddress(baseUrl: string, api: Client<Calls>, address: string): Promise<void> {
  const findLink = async () =>
    (await mailsTo(baseUrl, address)).flatMap(({ text }) => /https?:\/\/\S+token=\S+/.exec(text) ?? [])[0] ?? null;
  const link = await until(findLink, () => `No mail confirms ${address}`);
  await api('POST /api/users/confirm-email', { body: { token: new URL(link).searchParams.get('token') ?? '' } });
}

export async function alertMailsTo(baseUrl: string, address: string): Promise<Mail[]> {
  return (await mailsTo(baseUrl, address)).filter(({ text }) => text.includes('/run-history/alerts'));
}

/** Fails with its payload's text. */
export const failingSteps = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'charge' },
  { stepId: 'charge', type: 'CustomScript', script: 'throw new Error("No stock")' },
];
