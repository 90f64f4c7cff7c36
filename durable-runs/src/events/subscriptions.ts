import { type EventCall, type EventFields, firstAt, listPlaceholders, textAt, valuesAt } from '@portage/connectors/events';
import { toBase64, toBase64Url } from '@portage/primitives/base64';
import {
  type CompletedCall,
  callForEvent,
  type EventCallPorts,
  type FurtherPage,
  pageAfter,
  readEventPage,
  valuesOfCall,
} from './event-call.ts';
import { EventRefused } from './event-refused.ts';
import type { Attempt, Subscription, WantedEvent } from './event-state.ts';

export interface SubscriptionPorts extends EventCallPorts {
  /** The connector's fields, decrypted: `clientSecret`, `slug`. */
  connectorFields(connectorId: string): Promise<Readonly<Record<string, string>>>;
  seal(secret: string): Promise<string>;
  open(sealed: string): Promise<string>;
  newId(): string;
}

const SECOND_MS = 1_000;
const MOST_PAGES = 100;

/** The subscription of an event that needs no registration: it's polled, or a person set it up. */
export function unregistered(wanted: WantedEvent): Subscription {
  const { fingerprint, connectorId, documentId, definition, webhookUrl, parameters } = wanted;
  return {
    fingerprint,
    connectorId,
    documentId,
    definition,
    webhookUrl,
    parameters,
    subscriptionId: null,
    kept: {},
    sealedSecret: null,
    previousSecret: null,
    renewsAtMs: null,
  };
}

/** An attempt, to be stored before it's made. */
export async function newAttempt({ fingerprint, definition, scheme }: WantedEvent, ports: SubscriptionPorts): Promise<Attempt> {
  const { subscribe } = definition;
  const needsSecret = subscribe !== undefined && listPlaceholders([subscribe.values, subscribe.next]).includes('secret');
  const sealedSecret = needsSecret ? await ports.seal(newSecret(scheme)) : null;
  return { fingerprint, id: ports.newId(), sealedSecret, isUnknown: false };
}

function newSecret(scheme: string | null): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return scheme === 'standard-webhooks' ? `whsec_${toBase64(bytes)}` : toBase64Url(bytes);
}

/**
 * Registers the webhook URL at the system.
 *
 * @param kept called with the subscription as soon as the system returns it, before anything else is requested
 * @throws EventRefused with the system's message; if `kept` was called, the subscription exists anyway
 */
export async function subscribe(
  wanted: WantedEvent,
  attempt: Attempt,
  ports: SubscriptionPorts,
  kept: (subscription: Subscription) => Promise<void>,
): Promise<void> {
  const { definition } = wanted;
  const { subscribe: call } = definition;
  const plain = unregistered(wanted);
  if (!call) return kept(plain);
  const secret = attempt.sealedSecret === null ? null : await ports.open(attempt.sealedSecret);
  const answer = await make({ ...plain, sealedSecret: attempt.sealedSecret }, call, ports, { uuid: attempt.id }, attempt.id);
  const faults =
    call.errorPath === undefined ? [] : valuesAt(answer.body, call.errorPath).filter((text) => typeof text === 'string' && text !== '');
  if (faults.length > 0)
    throw new EventRefused(`The system didn’t accept the subscription: ${faults.slice(0, 3).join(' ')}`, { status: 400 });
  const subscriptionId = textAt(answer.body, call.idPath);
  if (subscriptionId === null) throw new EventRefused('The system accepted the subscription, but its response has no id.', { status: 200 });
  const given = call.secretPath === undefined ? secret : textAt(answer.body, call.secretPath);
  const subscription: Subscription = {
    ...plain,
    subscriptionId,
    kept: Object.fromEntries(Object.entries(call.keep).map(([name, path]) => [name, firstAt(answer.body, path) ?? null])),
    sealedSecret: given === null ? null : await ports.seal(given),
    renewsAtMs: computeRenewalMs(definition, ports),
  };
  await kept(subscription);
  if (call.secretPath !== undefined && given === null)
    throw new EventRefused('The system accepted the subscription, but its response has no secret.', { status: 200 });
  for (const next of call.next) await make(subscription, next, ports, { uuid: attempt.id });
}

/** Asks the system to extend the subscription. @throws EventRefused */
export async function renew(subscription: Subscription, ports: SubscriptionPorts): Promise<Subscription> {
  const call = subscription.definition.renew?.call;
  if (call) await make(subscription, call, ports);
  return { ...subscription, renewsAtMs: computeRenewalMs(subscription.definition, ports) };
}

function computeRenewalMs({ renew: renewal }: Subscription['definition'], { nowMs }: SubscriptionPorts): number | null {
  return renewal ? nowMs() + renewal.everySeconds * SECOND_MS : null;
}

/**
 * Removes a subscription, and others that a broken attempt may have left for the same URL.
 *
 * @throws EventRefused if the system didn't do it
 */
export async function unsubscribe(subscription: Subscription, ports: SubscriptionPorts): Promise<void> {
  const call = subscription.definition.unsubscribe;
  if (!call) return;
  const ids = subscription.subscriptionId === null ? await findOwn(subscription, ports) : [subscription.subscriptionId];
  for (const subscriptionId of ids) await removeOne({ ...subscription, subscriptionId }, call, ports);
}

async function removeOne(subscription: Subscription, call: EventCall, ports: SubscriptionPorts): Promise<void> {
  try {
    await make(subscription, call, ports);
  } catch (error) {
    // It's already gone: a person removed it at the system.
    if (error instanceof EventRefused && (error.status === 404 || error.status === 410)) return;
    throw error;
  }
}

/** Ids registered for the URL; none if the system can't be asked. @throws EventRefused if its list isn't read completely */
async function findOwn(subscription: Subscription, ports: SubscriptionPorts): Promise<string[]> {
  const { find } = subscription.definition;
  if (!find) return [];
  const values = valuesOfCall(find, await fieldsOfSubscription(subscription, find, ports));
  const found: string[] = [];
  let further: FurtherPage | null = null;
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const response = await callForEvent(ports, subscription, find.operation, further?.values ?? values, { url: further?.url ?? null });
    const page = await readEventPage(response, { itemsPath: find.itemsPath, isRecords: true, pageNumber });
    const own = page.items.filter((item) => textAt(item, find.urlPath)?.startsWith(subscription.webhookUrl));
    found.push(...own.flatMap((item) => textAt(item, find.idPath) ?? []));
    further = pageAfter(response, page, further);
    if (further === null) return found;
  }
  throw new EventRefused(
    `The list of webhooks at the system has more than ${MOST_PAGES} pages, so Portage can't tell which it registered. Remove those you no longer need there.`,
    { retryable: true },
  );
}

async function make(
  subscription: Subscription,
  call: EventCall,
  ports: SubscriptionPorts,
  more: EventFields = {},
  idempotencyKey?: string,
): Promise<CompletedCall> {
  const values = valuesOfCall(call, { ...(await fieldsOfSubscription(subscription, call, ports)), ...more });
  return callForEvent(ports, subscription, call.operation, values, idempotencyKey === undefined ? {} : { idempotencyKey });
}

/** The values a call about a subscription may contain. Secrets are decrypted only if the call names one. */
export async function fieldsOfSubscription(subscription: Subscription, call: EventCall, ports: SubscriptionPorts): Promise<EventFields> {
  const named = listPlaceholders(call.values);
  const { connectorId, webhookUrl, parameters, subscriptionId, kept, sealedSecret } = subscription;
  const connector = named.some((name) => name.startsWith('connector.')) ? await ports.connectorFields(connectorId) : {};
  return {
    ...parameters,
    ...Object.fromEntries(Object.entries(connector).map(([name, value]) => [`connector.${name}`, value])),
    ...Object.fromEntries(Object.entries(kept).map(([name, value]) => [`kept.${name}`, value])),
    ...(named.includes('secret') && sealedSecret !== null ? { secret: await ports.open(sealedSecret) } : {}),
    ...(subscriptionId === null ? {} : { subscriptionId }),
    webhookUrl,
    now: new Date(ports.nowMs()).toISOString(),
    uuid: ports.newId(),
  };
}
