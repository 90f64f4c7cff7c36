import { returnPathOf } from './return-path.ts';

/** Kept in this tab while a person is away at the system, so that the page they come back to knows what to say. */
const KEY = 'portage:connecting';

interface Leaving {
  connectorId: string;
  what: 'created' | 'reconnected';
  /** The page that asked for the connector. */
  returnTo?: string | null;
}

/** Goes to the system where the person allows the connection (spec CONN-25). */
export function leaveForSystem(leaving: Leaving, redirectUrl: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(leaving));
  } catch {
    // A browser that keeps nothing: the page they come back to says less.
  }
  window.location.assign(redirectUrl);
}

/** What was under way for this connector, once. */
export function takeLeaving(connectorId: string): (Pick<Leaving, 'what'> & { returnTo: string | null }) | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Leaving> | null;
    if (left?.connectorId !== connectorId) return null;
    sessionStorage.removeItem(KEY);
    return { what: left.what === 'reconnected' ? 'reconnected' : 'created', returnTo: returnPathOf(left.returnTo) };
  } catch {
    return null;
  }
}
