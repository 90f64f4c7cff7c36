import { readEventDefinition } from '../events/read-event-definition.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { extractBody } from './extract-body.ts';
import { operationMethods } from './extract-operation.ts';
import { findParameters } from './extract-parameters.ts';
import type { ExtractedEvent } from './extracted.ts';
import { type Extraction, type Found, membersOf, resolve, warn } from './extraction.ts';
import { isObject, listMember, member, textMember } from './json.ts';
import { inside } from './place.ts';

const EVENTS = 'Events';

/** Events of `webhooks` (3.1) and `x-webhooks` (3.0 and 2.0). */
export function extractWebhooks(extraction: Extraction): ExtractedEvent[] {
  const root: Found = { value: extraction.document, place: null };
  return ['webhooks', 'x-webhooks'].flatMap((holder) =>
    membersOf(root, holder).flatMap((item) => {
      const pathItem = resolve(extraction, item);
      return pathItem ? eventsOfItem(extraction, pathItem, item.name, 'webhook') : [];
    }),
  );
}

/** Events that an operation promises to send (`callbacks`). */
export function extractCallbacks(extraction: Extraction, operation: Found, operationId: string): ExtractedEvent[] {
  return membersOf(operation, 'callbacks').flatMap((item) => {
    const callback = resolve(extraction, item);
    if (!callback || !isObject(callback.value)) return [];
    const { place } = callback;
    return Object.entries(callback.value).flatMap(([expression, value]) => {
      if (expression.startsWith('x-') || !isObject(value)) return [];
      const pathItem = resolve(extraction, { value, place: inside(place, expression) });
      if (!pathItem) return [];
      return eventsOfItem(extraction, pathItem, `${operationId} ${item.name}`, 'callback', item.name);
    });
  });
}

/** One event a method; nearly always there is one. */
function eventsOfItem(
  extraction: Extraction,
  pathItem: Found,
  id: string,
  source: ExtractedEvent['source'],
  usualName = id,
): ExtractedEvent[] {
  const methods = operationMethods.filter((method) => isObject(member(pathItem.value, method)));
  return methods.map((method): ExtractedEvent => {
    const operation: Found = { value: member(pathItem.value, method), place: inside(pathItem.place, method) };
    const body = extractBody(extraction, operation, findParameters(extraction, operation, pathItem));
    const subscription = member(operation.value, 'x-subscription-schema');
    const definition = definitionOf(extraction, operation);
    const description = textMember(operation.value, 'description');
    const tag = listMember(operation.value, 'tags').find((one) => typeof one === 'string' && one !== '');
    return {
      id: methods.length > 1 ? `${id} ${method.toUpperCase()}` : id,
      name: textMember(operation.value, 'summary')?.trim() || usualName,
      resourceId: textMember(operation.value, 'x-resource') ?? (tag as string | undefined) ?? EVENTS,
      description: description ? shortened(description) : null,
      source,
      ...(definition ? { definition } : {}),
      ...(body?.contents[0] ? { payloadSchema: body.contents[0].schema } : {}),
      ...(subscription === undefined
        ? {}
        : { subscriptionSchema: compactSchema(extraction, subscription, inside(operation.place, 'x-subscription-schema')) }),
    };
  });
}

/** `x-event`. What is wrong in it is a warning: the event can then at least be set up by hand. */
function definitionOf(extraction: Extraction, operation: Found): ExtractedEvent['definition'] | null {
  const written = member(operation.value, 'x-event');
  if (written === undefined) return null;
  const { definition, problems } = readEventDefinition(written);
  for (const problem of problems) warn(extraction, 'event-unreadable', inside(operation.place, 'x-event'), problem);
  return definition;
}

/** Operations that events name and the document does not have. */
export function checkEventOperations(extraction: Extraction, events: readonly ExtractedEvent[], operationIds: ReadonlySet<string>): void {
  for (const { id, definition } of events) {
    if (!definition) continue;
    const { subscribe, unsubscribe, find, renew, poll, fetch } = definition;
    for (const call of [subscribe, ...(subscribe?.next ?? []), unsubscribe, find, renew?.call, poll, fetch]) {
      if (!call || operationIds.has(call.operation)) continue;
      warn(extraction, 'event-operation-unknown', null, `The event "${id}" names the operation "${call.operation}", which is not there.`);
    }
  }
}
