/** A call that an event needs, of an operation of the same document. */
export interface EventCall {
  /** Method and path of the operation. */
  operation: string;
  /** By path as in mappings; texts may hold placeholders. */
  values: Readonly<Record<string, unknown>>;
}

/** Where something of a call that arrives stands. `item`: in one of the events that the call carries. */
export interface DeliveryPlace {
  in: 'header' | 'query' | 'body' | 'item';
  /** A header's or a parameter's name, else a path. */
  name: string;
}

export interface EventMatch extends DeliveryPlace {
  /** Any of them. */
  equals: readonly string[];
}

export interface EventSubscribe extends EventCall {
  /** In the answer. */
  idPath: string;
  /** In the answer, where the system makes the secret. */
  secretPath?: string;
  /** More of the answer that later calls need, by name. */
  keep: Readonly<Record<string, string>>;
  /** Texts at this path of the answer mean that it failed, whatever the status. */
  errorPath?: string;
  /** Calls that follow the first one. */
  next: readonly EventCall[];
}

/** How subscriptions that the system has already are found. */
export interface EventFind extends EventCall {
  /** Absent: the list of the operation's paging, else the answer itself. */
  itemsPath?: string;
  urlPath: string;
  idPath: string;
}

export interface EventRenewal {
  everySeconds: number;
  /** Absent: register again, and remove the old subscription. */
  call?: EventCall;
}

export const cursorFormats = ['date-time', 'date-time-seconds', 'date', 'unix', 'unix-ms', 'number'] as const;
export type CursorFormat = (typeof cursorFormats)[number];

/** The memory of a reading: the largest value at `path` of the items, or the value at `path` of the answer. */
export type EventCursor =
  | { of: 'items'; path: string; format: CursorFormat; overlapSeconds: number }
  | { of: 'answer'; path: string; hasMorePath?: string };

/** Reading of news with a cursor. */
export interface EventReading extends EventCall {
  /** Absent: the list of the operation's paging, else the answer itself. */
  itemsPath?: string;
  /** In an item. */
  idPath: string;
  cursor: EventCursor;
  /** The items are rows of a sheet, identified by their numbers; `{cursor}` is the first one to read. */
  rows?: { headersPath?: string };
  /** Whether the first reading's items start runs (`keep`) or not (`skip`). */
  first: 'skip' | 'keep';
}

export interface EventPolling extends EventReading {
  everySeconds: number;
}

/** `x-event`: how an event of a document gets here (docs/openapi-documents.md, "Events"). */
export interface EventDefinition {
  /** All must hold; none: every call is this event. */
  match: readonly EventMatch[];
  /** The value that stays the same when the system repeats a call. */
  deliveryId?: DeliveryPlace;
  /** One call carries several events. */
  items?: { path: string; idPath?: string };
  /** Where the connector type does not say it. */
  signature?: { scheme?: string; secret?: string };
  subscribe?: EventSubscribe;
  unsubscribe?: EventCall;
  find?: EventFind;
  renew?: EventRenewal;
  poll?: EventPolling;
  fetch?: EventReading;
}

/** How an event gets here. */
export type EventMode = 'by-hand' | 'registered' | 'fetched' | 'polled';

export function eventModeOf({ poll, subscribe, fetch }: EventDefinition): EventMode {
  if (subscribe) return fetch ? 'fetched' : 'registered';
  return poll ? 'polled' : fetch ? 'fetched' : 'by-hand';
}

/** Of an event whose document says nothing. */
export const PLAIN_EVENT: EventDefinition = { match: [] };

export const SHORTEST_POLL_SECONDS = 60;
