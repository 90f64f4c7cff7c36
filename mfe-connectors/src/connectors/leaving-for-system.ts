import { keep, readKept } from '@portage/area-kit/kept';
import { returnPathOf } from './return-path.ts';

/** Kept in this tab while a person is away at the system, so that the page they come back to knows what to say. */
const KEY = 'portage:connecting';

interface Leaving {
  connectorId: string;
  what: 'created' | 'reconnected';
  /** When the system last gave tokens, as far as was known before. */
  connectedAt: string | null;
  /** The page that asked for the connector. */
  returnTo?: string | null;
}

/** Goes to the system where the person allows the connection (spec CONN-25). */
export function leaveForSystem(leaving: Leaving, redirectUrl: string): void {
  // A browser that keeps nothing: the page they come back to says less.
  keep(sessionStorage, KEY, leaving);
  window.location.assign(redirectUrl);
}

/** Takes the action that was under way for this connector, once. */
export function takeLeaving(connectorId: string): (Omit<Leaving, 'connectorId' | 'returnTo'> & { returnTo: string | null }) | null {
  const left = readKept(sessionStorage, KEY) as Partial<Leaving> | null;
  if (left?.connectorId !== connectorId) return null;
  sessionStorage.removeItem(KEY);
  const what = left.what === 'reconnected' ? 'reconnected' : 'created';
  return { what, connectedAt: left.connectedAt ?? null, returnTo: returnPathOf(left.returnTo) };
}

/** Whether the system gave tokens meanwhile: a connection that worked before goes on working when the person says no. */
export function hasConnected(
  left: Pick<Leaving, 'connectedAt'>,
  now: { connectedAt: string | null; connectionProblem: string | null },
): boolean {
  return now.connectedAt !== null && now.connectedAt !== left.connectedAt && !now.connectionProblem;
}
