import { type HeaderSource, headerReader } from '../headers/header-reader.ts';
import type { EventDefinition, EventMatch, ValueLocation } from './event-definition.ts';
import { listAt, textAt, valuesAt } from './values-at.ts';

/** A call that arrived and was verified. */
export interface ArrivedCall {
  headers: HeaderSource;
  query: URLSearchParams;
  /** The parsed body. */
  body: unknown;
}

/** One event of a call, which becomes the payload of a run. */
export interface ArrivedEvent {
  payload: unknown;
  /** The id that stays the same when the system sends the event again; null if it has none. */
  id: string | null;
}

/** A workflow's events in a call; none if it's another event (spec HOOK-06). @param callId of the whole delivery, if its headers give one */
export function eventsOfCall(
  definition: Pick<EventDefinition, 'match' | 'deliveryId' | 'items'>,
  call: ArrivedCall,
  callId: string | null,
): ArrivedEvent[] {
  const { match, deliveryId, items } = definition;
  const ofCall = match.filter((one) => one.in !== 'item');
  if (!ofCall.every((one) => holds(one, call, undefined))) return [];
  if (!items) return [{ payload: call.body, id: readId(deliveryId, call, undefined) ?? callId }];
  const ofItems = match.filter((one) => one.in === 'item');
  return listAt(call.body, items.path).flatMap((item, at): ArrivedEvent[] => {
    if (!ofItems.every((one) => holds(one, call, item))) return [];
    const ownId = items.idPath === undefined ? null : textAt(item, items.idPath);
    const whole = readId(deliveryId, call, item) ?? callId;
    return [{ payload: item, id: ownId ?? (whole === null ? null : `${whole}#${at}`) }];
  });
}

function holds({ equals, ...place }: EventMatch, call: ArrivedCall, item: unknown): boolean {
  return textsAt(place, call, item).some((text) => equals.includes(text));
}

function readId(place: ValueLocation | undefined, call: ArrivedCall, item: unknown): string | null {
  return place ? (textsAt(place, call, item)[0] ?? null) : null;
}

function textsAt({ in: where, name }: ValueLocation, { headers, query, body }: ArrivedCall, item: unknown): string[] {
  switch (where) {
    case 'header':
      return [headerReader(headers)(name)].filter((text) => text !== null);
    case 'query':
      return query.getAll(name);
    case 'body':
      return valuesAt(body, name).flatMap(asText);
    case 'item':
      return valuesAt(item, name).flatMap(asText);
    default:
      return where satisfies never;
  }
}

function asText(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
