import type { SimulatorPorts } from './simulated-system.ts';
import { openStore } from './store/simulator-store.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

/** What a simulated system is handed in tests: nothing is kept, and webhooks are put into a list. */
export function testPorts(now: () => number): SimulatorPorts & { sent: SentWebhook[] } {
  const sent: SentWebhook[] = [];
  return { now, store: openStore(null), deliver: (webhook) => sent.push(webhook), sent };
}
