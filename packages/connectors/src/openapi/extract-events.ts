import { readEventDefinition } from '../events/read-event-definition.ts';
import type { ExtractedEvent } from '../extracted/extracted.ts';
import { humanised, nameOfSummary, withoutRepeats } from '../extracted/readable-name.ts';
import { isObject, listMember, member, textMember } from '../json/json.ts';
import { inside } from '../json/place.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { extractBody } from './extract-body.ts';
import { operationMethods } from './extract-operation.ts';
import { findParameters } from './extract-parameters.ts';
import { type Extraction, type Found, listMembers, resolve, warn } from './extraction.ts';
import { EVENTS, resourcesOfEvents } from './resources.ts';

/** An event with what decides its final name and resource once all events are known. */
export interface FoundEvent {
  event: ExtractedEvent;
  operationId: string | undefined;
  /** The resource that the document gives; null if there is none. */
  resource: string | null;
  /** Its name if the summary isn't suitable as a name, or isn't unique. */
  ownName: string;
  /** For a callback: the operation that promises to send it. */
  operation?: string;
}

/** Events of `webhooks` (3.1) and `x-webhooks` (3.0 and 2.0). */
export function extractWebhooks(extraction: Extraction): FoundEvent[] {
  const root: Found = { value: extraction.document, place: null };
  return ['webhooks', 'x-webhooks'].flatMap((holder) =>
    listMembers(root, holder).flatMap((item) => {
      const pathItem = resolve(extraction, item);
      return pathItem ? eventsOfItem(extraction, pathItem, item.name, 'webhook') : [];
    }),
  );
}

/** Events that an operation promises to send (`callbacks`). */
export function extractCallbacks(extraction: Extraction, operation: Found, operationId: string): FoundEvent[] {
  return listMembers(operation, 'callbacks').flatMap((item) => {
    const callback = resolve(extraction, item, 'warning');
    if (!callback || !isObject(callback.value)) return [];
    const { place } = callback;
    return Object.entries(callback.value).flatMap(([expression, value]) => {
      if (expression.startsWith('x-') || !isObject(value)) return [];
      const pathItem = resolve(extraction, { value, place: inside(place, expression) });
      if (!pathItem) return [];
      const events = eventsOfItem(extraction, pathItem, `${operationId} ${item.name}`, 'callback', item.name);
      return events.map((event) => ({ ...event, operation: operationId }));
    });
  });
}

/** One event per method; nearly always there is only one. */
function eventsOfItem(extraction: Extraction, pathItem: Found, id: string, source: ExtractedEvent['source'], usualName = id): FoundEvent[] {
  const methods = operationMethods.filter((method) => isObject(member(pathItem.value, method)));
  return methods.map((method): FoundEvent => {
    const operation: Found = { value: member(pathItem.value, method), place: inside(pathItem.place, method) };
    const body = extractBody(extraction, operation, findParameters(extraction, operation, pathItem));
    const subscription = member(operation.value, 'x-subscription-schema');
    const definition = readDefinition(extraction, operation);
    const tag = listMember(operation.value, 'tags').find((one) => typeof one === 'string' && one !== '') as string | undefined;
    const summary = textMember(operation.value, 'summary');
    const named = nameOfSummary(summary);
    const description = withoutRepeats([textMember(operation.value, 'description'), named === null ? summary : null]);
    const resource = textMember(operation.value, 'x-resource') ?? tag ?? null;
    const operationId = textMember(operation.value, 'operationId');
    const suffix = methods.length > 1 ? ` ${method.toUpperCase()}` : '';
    const ownName = humanised(operationId ?? `${usualName}${suffix}`) || id;
    const event: ExtractedEvent = {
      id: `${id}${suffix}`,
      name: named ?? ownName,
      resourceId: resource ?? EVENTS,
      description: description ? shortened(description) : null,
      source,
      ...(definition ? { definition } : {}),
      ...(body?.contents[0] ? { payloadSchema: body.contents[0].schema } : {}),
      ...(subscription === undefined
        ? {}
        : { subscriptionSchema: compactSchema(extraction, subscription, inside(operation.place, 'x-subscription-schema')) }),
    };
    return { event, operationId, resource, ownName };
  });
}

/** Makes event names unique, and assigns a resource to events without one in the document. @param taken resources of the operations */
export function settleEvents(found: readonly FoundEvent[], taken: Iterable<string>): ExtractedEvent[] {
  const uses = new Map<string, number>();
  for (const { event } of found) uses.set(event.name, (uses.get(event.name) ?? 0) + 1);
  const grouped = found.map(({ event, operationId, resource }) => ({ id: event.id, operationId, resource }));
  const resources = resourcesOfEvents(grouped, taken);
  return found.map(({ event, ownName }, index) => ({
    ...event,
    name: (uses.get(event.name) ?? 0) > 1 ? ownName : event.name,
    resourceId: resources[index] ?? event.resourceId,
  }));
}

/** Reads `x-event`. An error in it is only a warning, because a person can still set up the event by hand. */
function readDefinition(extraction: Extraction, operation: Found): ExtractedEvent['definition'] | null {
  const written = member(operation.value, 'x-event');
  if (written === undefined) return null;
  const { definition, problems } = readEventDefinition(written);
  for (const problem of problems) warn(extraction, 'event-unreadable', inside(operation.place, 'x-event'), problem);
  return definition;
}

/** Warns about operations that events name and the document doesn't have. */
export function checkEventOperations(extraction: Extraction, events: readonly ExtractedEvent[], operationIds: ReadonlySet<string>): void {
  for (const { id, definition } of events) {
    if (!definition) continue;
    const { subscribe, unsubscribe, find, renew, poll, fetch } = definition;
    for (const call of [subscribe, ...(subscribe?.next ?? []), unsubscribe, find, renew?.call, poll, fetch]) {
      if (!call || operationIds.has(call.operation)) continue;
      warn(extraction, 'event-operation-unknown', null, `The event "${id}" names the operation "${call.operation}", which doesn’t exist.`);
    }
  }
}
