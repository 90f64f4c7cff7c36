/** A call that an event needs, to an operation of the same document. */
export interface EventCall {
  /** The operation's method and path. */
  operation: string;
  /** By path as in mappings. Texts may contain placeholders. */
  values: Readonly<Record<string, unknown>>;
}

/** Where a value is in an incoming call. `item`: in one of the events that the call carries. */
export interface ValueLocation {
  in: 'header' | 'query' | 'body' | 'item';
  /** The name of a header or query parameter, otherwise a path. */
  name: string;
}

export interface EventMatch extends ValueLocation {
  /** Matches any of these values. */
  equals: readonly string[];
}

export interface EventSubscribe extends EventCall {
  /** In the response. */
  idPath: string;
  /** In the response, if the system creates the secret. */
  secretPath?: string;
  /** Other values in the response that later calls need: paths by name. */
  keep: Readonly<Record<string, string>>;
  /** Texts at this path of the response mean that the call failed, whatever its status. */
  errorPath?: string;
  next: readonly EventCall[];
}

/** How to find subscriptions that already exist in the system. */
export interface EventFind extends EventCall {
  /** Absent: the list of the operation's paging, otherwise the whole response. */
  itemsPath?: string;
  urlPath: string;
  idPath: string;
}

export interface EventRenewal {
  everySeconds: number;
  /** Absent: register again and remove the old subscription. */
  call?: EventCall;
}

export const cursorFormats = ['date-time', 'date-time-seconds', 'date', 'unix', 'unix-ms', 'number'] as const;
export type CursorFormat = (typeof cursorFormats)[number];

/** What a reading remembers: the largest value at `path` in the items, or the value at `path` in the response. */
export type EventCursor =
  | { of: 'items'; path: string; format: CursorFormat; overlapSeconds: number }
  | { of: 'answer'; path: string; hasMorePath?: string };

/** Reads new items with a cursor. */
export interface EventReading extends EventCall {
  /** Absent: the list of the operation's paging, otherwise the whole response. */
  itemsPath?: string;
  /** In an item. */
  idPath: string;
  cursor: EventCursor;
  /** The items are rows of a sheet, identified by their row numbers. `{cursor}` is the first row to read. */
  rows?: { headersPath?: string };
  /** Whether the first reading's items start runs (`keep`) or not (`skip`). */
  first: 'skip' | 'keep';
}

export interface EventPolling extends EventReading {
  everySeconds: number;
}

/** How Portage gets an event of a document, from its `x-event` (docs/openapi-documents.md, "Events"). */
export interface EventDefinition {
  /** All must match. Empty: every call is this event. */
  match: readonly EventMatch[];
  /** The value that stays the same when the system repeats a call. */
  deliveryId?: ValueLocation;
  /** Present if one call carries several events. */
  items?: { path: string; idPath?: string };
  /** Used if the connector type doesn't say it. */
  signature?: { scheme?: string; secret?: string };
  subscribe?: EventSubscribe;
  unsubscribe?: EventCall;
  find?: EventFind;
  renew?: EventRenewal;
  poll?: EventPolling;
  fetch?: EventReading;
}

export type EventMode = 'by-hand' | 'registered' | 'fetched' | 'polled';

export function getEventMode({ poll, subscribe, fetch }: EventDefinition): EventMode {
  if (subscribe) return fetch ? 'fetched' : 'registered';
  return poll ? 'polled' : fetch ? 'fetched' : 'by-hand';
}

/** For an event without `x-event` in its document. */
export const PLAIN_EVENT: EventDefinition = { match: [] };

export const SHORTEST_POLL_SECONDS = 60;
