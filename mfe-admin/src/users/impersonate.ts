import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

/** Where the new tab looks up whom to impersonate (spec USER-07); the shell knows the same key. */
const IMPERSONATE_KEY = 'impersonate-user';
/** The new tab has read it by then. If it stayed, the admin's next tab would read it. */
const TAKEN_AFTER_MS = 15_000;

/**
 * Opens the product's root as another person in a new tab (spec USER-05). The tab opens before the server is asked, because browsers allow
 * that only right after a click.
 *
 * @throws ApiError, or an Error with a message for people
 */
export async function impersonateInNewTab(api: Client<Calls>, userId: string): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  if (!tab) throw new Error('Impersonating not possible: the browser blocked the new tab. Allow pop-ups for this address.');
  try {
    const response = await api('POST /api/users/impersonate', { body: { userId } });
    const text = JSON.stringify(response);
    localStorage.setItem(IMPERSONATE_KEY, text);
    setTimeout(() => {
      if (localStorage.getItem(IMPERSONATE_KEY) === text) localStorage.removeItem(IMPERSONATE_KEY);
    }, TAKEN_AFTER_MS);
    tab.location.replace('/');
  } catch (error) {
    tab.close();
    throw error;
  }
}
