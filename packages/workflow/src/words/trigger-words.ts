import { scheduleWords, type WriteTimeOfDay } from '../schedule/schedule-words.ts';
import type { TriggerStep } from '../step-types/trigger-schema.ts';

/**
 * What starts a workflow: "Every Monday at 9:00, Berlin", "When an order is created in Shopify".
 *
 * @param system where the event happens
 * @param writeTime default: 24 hours
 */
export function triggerWords(
  trigger: Pick<TriggerStep, 'triggerType' | 'schedule' | 'eventId'>,
  system: string | null,
  writeTime?: WriteTimeOfDay,
): string {
  const { triggerType, schedule, eventId } = trigger;
  switch (triggerType) {
    case 'Manual':
      return 'By hand';
    case 'Webhook':
      return 'Webhook';
    case 'Scheduled':
      return schedule ? scheduleWords(schedule, writeTime) : 'On a schedule';
    case 'ConnectorEvent':
      return eventId ? eventWords(eventId, system) : 'On an event';
    default:
      return triggerType satisfies never;
  }
}

const DEEDS: Readonly<Record<string, string>> = {
  create: 'is created',
  created: 'is created',
  update: 'is changed',
  updated: 'is changed',
  changed: 'is changed',
  delete: 'is deleted',
  deleted: 'is deleted',
  paid: 'is paid',
  cancelled: 'is cancelled',
  canceled: 'is cancelled',
  opened: 'is opened',
  closed: 'is closed',
  received: 'is received',
  published: 'is published',
  fulfilled: 'is fulfilled',
};

/** Systems name their events `orders/create` or `contact.created`; any other name is shown unchanged. */
function eventWords(id: string, system: string | null): string {
  const where = system === null ? '' : ` in ${system}`;
  const [, thing, deed] = /^([A-Za-z_ ]+)[/.]([a-z]+)$/.exec(id) ?? [];
  const words = deed === undefined || !Object.hasOwn(DEEDS, deed) ? undefined : DEEDS[deed];
  if (thing === undefined || words === undefined) return `On “${id}”${where}`;
  const noun = singular(thing.replaceAll('_', ' ').toLowerCase());
  return `When ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} ${words}${where}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}
