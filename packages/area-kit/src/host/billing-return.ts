/** Where a person continues after getting a subscription (spec BILL-05, BILL-06). */
const COOKIE = 'redirect_url';
const LIFE_SECONDS = 1_800;
const LONGEST = 2_000;

/** Stores the page that a person leaves for the billing page, for half an hour. */
export function rememberBillingReturn(path: string): void {
  if (!isOwnPath(path)) return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers.
  document.cookie = `${COOKIE}=${encodeURIComponent(path)}; path=/; max-age=${LIFE_SECONDS}; samesite=lax${secure}`;
}

/** Reads the page and removes it. @returns null if none is stored, or if it isn't a page of this Portage */
export function takeBillingReturn(): string | null {
  const path = readBillingReturn(document.cookie);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers.
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`;
  return path;
}

/** @param cookies the value of `document.cookie`; any page of this site may have written them */
export function readBillingReturn(cookies: string): string | null {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies) ?? [];
  try {
    const path = decodeURIComponent(value);
    return isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
}

/** A path of this origin, spelled as browsers spell it; never the billing page itself. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > LONGEST || !URL.canParse(path, 'https://portage.invalid')) return false;
  const { origin, pathname, search, hash } = new URL(path, 'https://portage.invalid');
  if (origin !== 'https://portage.invalid' || `${pathname}${search}${hash}` !== path) return false;
  return pathname !== '/billing' && !pathname.startsWith('/billing/');
}
