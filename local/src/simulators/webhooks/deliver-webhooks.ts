import { setTimeout as sleep } from 'node:timers/promises';
import type { SentWebhook } from './sent-webhook.ts';

const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const TIMEOUT_MS = 10_000;
const SHOWN = 50;

export interface Delivery {
  at: string;
  event: string;
  url: string;
  /** Null: there was no response. */
  status: number | null;
}

export interface Deliverer {
  deliver(webhook: SentWebhook): void;
  /** Newest first. */
  recent(): readonly Delivery[];
}

/** Delivers webhooks to this Portage, with a few retries if it is down. It never calls anything else. */
export function webhookDeliverer(origin: string): Deliverer {
  const recent: Delivery[] = [];

  async function send(webhook: SentWebhook): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      await sleep(pauseMs, undefined, { ref: false });
      const status = await postWebhook(webhook);
      recent.unshift({ at: new Date().toISOString(), event: webhook.event, url: webhook.url, status });
      recent.length = Math.min(recent.length, SHOWN);
      if (status !== null && status < 300) webhook.taken?.();
      if (status !== null && status < 500 && status !== 429) return;
    }
  }

  return {
    deliver(webhook) {
      if (isOwn(webhook.url, origin)) void send(webhook);
    },
    recent: () => recent,
  };
}

/** Portage is reachable under several of this machine's names. */
function isOwn(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, port, protocol } = new URL(url);
  return protocol === 'http:' && port === new URL(origin).port && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

async function postWebhook({ url, headers, sign, body }: SentWebhook): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...sign?.() },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
