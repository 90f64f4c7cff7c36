import { type PageSettings, pageHeaders } from './security-headers.ts';
import { withHeaders } from './with-headers.ts';

/** Never requested again: the name changes with the content. */
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Requested each time, and served from the cache if unchanged. */
const REVALIDATE = { 'cache-control': 'no-cache' };
export const NEVER_STORED = { 'cache-control': 'no-store' };

export interface ShellFiles {
  assets: Fetcher;
  /** Serves a file of another build of the shell. */
  serveOther: () => Promise<Response>;
  settings: PageSettings;
}

/** The shell's own files; every other address is a page, and each page is index.html. */
export async function serveShellFile(request: Request, url: URL, { assets, serveOther, settings }: ShellFiles): Promise<Response> {
  if (url.pathname !== '/' && url.pathname !== '/index.html') {
    const response = await assets.fetch(request);
    if (isFound(response)) return withHeaders(response, url, url.pathname.startsWith('/static/') ? IMMUTABLE : REVALIDATE);
    // A page instead of a missing script or font would only hide that.
    if (url.pathname.startsWith('/static/')) return serveOther();
  }
  const page = await assets.fetch(new Request(new URL('/index.html', url), { method: request.method, headers: request.headers }));
  return withHeaders(page, url, { ...REVALIDATE, ...pageHeaders(url.pathname, settings), ...versionKey(request, url) });
}

const VERSION_KEY_COOKIE = 'portage_version_key';

/**
 * Gives each browser a key. A rule of the zone passes it on (docs/deploy.md), so that a browser gets the same version of a Worker at each
 * request while a canary has a share. It identifies nobody, and no code reads it.
 */
function versionKey(request: Request, url: URL): Record<string, string> {
  if (url.protocol !== 'https:' || request.headers.get('cookie')?.includes(`${VERSION_KEY_COOKIE}=`)) return {};
  const value = `${VERSION_KEY_COOKIE}=${crypto.randomUUID()}; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax`;
  return { 'set-cookie': value };
}

function isFound(response: Response): boolean {
  return response.ok || response.status === 304 || response.status === 206;
}
