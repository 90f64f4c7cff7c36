/** The message from the window of a new connector to its opener (spec CONN-13, CONN-16). */
export interface ConnectorCreated {
  type: 'connector-created';
  connectorId: string;
}

/** The size of the popup that adds a connector (spec CONN-12). */
const POPUP = 'popup,width=640,height=500';
const POPUP_NAME = 'portage-add-connector';
/** Identifies the opener in its tab storage, which is copied to the window that it opens. */
const ASKED_BY = 'portage:connector-asked-by';
const CHANNEL = 'portage:connector-created';

/**
 * Opens the window in which a connector is made, and receives its message once: from the window itself or, if the system's own sign-in page
 * has separated the two windows (Cross-Origin-Opener-Policy), through a broadcast.
 *
 * @returns a function that stops listening; null: the browser didn't open the window
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

/** Notifies this window's opener, if it has the same origin, that a connector was made. */
export function announceConnector(connectorId: string): void {
  const message: ConnectorCreated = { type: 'connector-created', connectorId };
  window.opener?.postMessage(message, window.location.origin);
  const askedBy = askedByOfTab();
  if (askedBy === null) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ ...message, askedBy });
  channel.close();
}

/** @returns the connector's id in a window's message; null for any other message, and for one from another origin */
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
    // A browser without storage still has the message from the window itself.
  }
}
