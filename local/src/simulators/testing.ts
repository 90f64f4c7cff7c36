import type { SimulatorPorts } from './simulated-system.ts';
import { openStore } from './store/simulator-store.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

/** Ports of a simulated system for tests: nothing is stored, and webhooks go into a list. */
export function testPorts(now: () => number): SimulatorPorts & { sent: SentWebhook[] } {
  const sent: SentWebhook[] = [];
  return { now, store: openStore(null), deliver: (webhook) => sent.push(webhook), sent };
}
