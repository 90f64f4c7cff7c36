import { keep, readStoredJson } from '@portage/area-kit/kept';
import { parseReturnPath } from './return-path.ts';

/** Stored in this tab while a person is at the system, so that the page they return to knows what to say. */
const KEY = 'portage:connecting';

interface Leaving {
  connectorId: string;
  what: 'created' | 'reconnected';
  /** When the system last issued tokens, as known before leaving. */
  connectedAt: string | null;
  returnTo?: string | null;
}

/** Opens the system, where the person allows the connection (spec CONN-25). */
export function leaveForSystem(leaving: Leaving, redirectUrl: string): void {
  // If the browser stores nothing, the page they return to says less.
  keep(sessionStorage, KEY, leaving);
  window.location.assign(redirectUrl);
}

/** Returns what was stored before leaving for this connector's system, and deletes it. */
export function takeLeaving(connectorId: string): (Omit<Leaving, 'connectorId' | 'returnTo'> & { returnTo: string | null }) | null {
  const left = readStoredJson(sessionStorage, KEY) as Partial<Leaving> | null;
  if (left?.connectorId !== connectorId) return null;
  sessionStorage.removeItem(KEY);
  const what = left.what === 'reconnected' ? 'reconnected' : 'created';
  return { what, connectedAt: left.connectedAt ?? null, returnTo: parseReturnPath(left.returnTo) };
}

/** Whether the system issued tokens meanwhile: a connection that worked before continues to work if the person declines. */
export function hasConnected(
  left: Pick<Leaving, 'connectedAt'>,
  now: { connectedAt: string | null; connectionProblem: string | null },
): boolean {
  return now.connectedAt !== null && now.connectedAt !== left.connectedAt && !now.connectionProblem;
}
