/** The message from the window of a new connector to the window that opened it (spec CONN-13, CONN-16). */
export interface ConnectorCreated {
  type: 'connector-created';
  connectorId: string;
}

/** The size of the popup that adds a connector (spec CONN-12). */
const POPUP = 'popup,width=640,height=500';
const POPUP_NAME = 'portage-add-connector';
/** Tab storage of the opener, of which the window it opens has a copy: which window asked. */
const ASKED_BY = 'portage:connector-asked-by';
const CHANNEL = 'portage:connector-created';

/**
 * Opens the window in which a connector is made, and hears of it once: by the window itself, or, where the system's own
 * sign-in page has cut the two windows apart (Cross-Origin-Opener-Policy), by way of a broadcast.
 *
 * @returns how to stop listening; null: the browser did not open the window
 */
export function openConnectorPopup(path: string, onCreated: (connectorId: string) => void): (() => void) | null {
  const askedBy = crypto.randomUUID();
  keepInTab(askedBy);
  const popup = window.open(path, POPUP_NAME, POPUP);
  keepInTab(null);
  if (!popup) return null;
  const channel = new BroadcastChannel(CHANNEL);
  const stop = () => {
    window.removeEventListener('message', listen);
    channel.close();
  };
  const take = (connectorId: string | null) => {
    if (connectorId === null) return;
    stop();
    onCreated(connectorId);
  };
  // /connector-created may be another page of the same window, never another window.
  const listen = (event: MessageEvent) => take(event.source === popup ? readConnectorCreated(event, window.location.origin) : null);
  window.addEventListener('message', listen);
  channel.onmessage = ({ data, origin }: MessageEvent) => {
    if ((data as { askedBy?: unknown } | null)?.askedBy === askedBy) take(readConnectorCreated({ data, origin }, window.location.origin));
  };
  return stop;
}

/** Whether this window was opened to make a connector for another one. */
export function isConnectorPopup(): boolean {
  return Boolean(window.opener) || askedByOfTab() !== null;
}

/** Tells the opener of this window, if there is one of the same origin, that a connector was made. */
export function announceConnector(connectorId: string): void {
  const message: ConnectorCreated = { type: 'connector-created', connectorId };
  window.opener?.postMessage(message, window.location.origin);
  const askedBy = askedByOfTab();
  if (askedBy === null) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ ...message, askedBy });
  channel.close();
}

/** @returns the id of the connector in a window's message; null for any other message, and for one of another origin. */
export function readConnectorCreated({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, ownOrigin: string): string | null {
  if (origin !== ownOrigin || typeof data !== 'object' || data === null) return null;
  const { type, connectorId } = data as Partial<ConnectorCreated>;
  return type === 'connector-created' && typeof connectorId === 'string' && connectorId !== '' ? connectorId : null;
}

function askedByOfTab(): string | null {
  try {
    return sessionStorage.getItem(ASKED_BY);
  } catch {
    return null;
  }
}

function keepInTab(askedBy: string | null): void {
  try {
    if (askedBy === null) sessionStorage.removeItem(ASKED_BY);
    else sessionStorage.setItem(ASKED_BY, askedBy);
  } catch {
    // A browser that keeps nothing has the window itself to hear by.
  }
}
