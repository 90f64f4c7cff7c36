/** Longer than any browser takes to copy local storage from one tab's process to another's. */
const KEPT_MS = 10_000;

/**
 * Tells other tabs that a refresh token is used up.
 *
 * Local storage may reach another tab's process later than its turn to refresh. The browser itself manages locks, so a tab that has its
 * turn sees every lock that was taken before. The lock's name is a digest, never the token.
 */
export const usedTokens = {
  async mark(refreshToken: string): Promise<void> {
    if (!('locks' in navigator)) return;
    const name = await computeLockName(refreshToken);
    await new Promise<void>((granted) => {
      void navigator.locks.request(name, { mode: 'shared' }, () => {
        granted();
        return new Promise((resolve) => setTimeout(resolve, KEPT_MS));
      });
    });
  },

  async has(refreshToken: string): Promise<boolean> {
    if (!('locks' in navigator)) return false;
    const name = await computeLockName(refreshToken);
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === name);
  },
};

async function computeLockName(refreshToken: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(refreshToken));
  const hex = Array.from(new Uint8Array(digest).subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `portage:used:${hex}`;
}
