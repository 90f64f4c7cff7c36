import type { WorkflowOverview } from '@portage/database';
import { scheduleWords, type TriggerType } from '@portage/workflow';

/** The start of a workflow in words: "Every Monday at 09:00, Europe/Berlin", "When an order is created in Shopify". */
export function triggerWords(triggerType: TriggerType | null, overview: Omit<WorkflowOverview, 'lastRuns'> | undefined): string {
  const trigger = overview?.trigger;
  switch (triggerType) {
    case 'Manual':
      return 'By hand';
    case 'Webhook':
      return 'Webhook';
    case 'Scheduled':
      return trigger?.schedule ? scheduleWords(trigger.schedule) : 'On a schedule';
    case 'ConnectorEvent':
      return trigger?.eventId ? eventWords(trigger.eventId, overview?.connectorTypeName ?? null) : 'On an event';
    case null:
      return 'No trigger yet';
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
function eventWords(id: string, connectorTypeName: string | null): string {
  const place = connectorTypeName === null ? '' : ` in ${connectorTypeName}`;
  const [, thing, deed] = /^([A-Za-z_ ]+)[/.]([a-z]+)$/.exec(id) ?? [];
  const words = deed === undefined || !Object.hasOwn(DEEDS, deed) ? undefined : DEEDS[deed];
  if (thing === undefined || words === undefined) return `On “${id}”${place}`;
  const noun = singular(thing.replaceAll('_', ' ').toLowerCase());
  return `When ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} ${words}${place}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}
