import { type PageSettings, pageHeaders } from './security-headers.ts';
import { withHeaders } from './with-headers.ts';

/** Never requested again: the name changes with the content. */
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Requested each time, and served from the cache if unchanged. */
const REVALIDATE = { 'cache-control': 'no-cache' };
export const NEVER_STORED = { 'cache-control': 'no-store' };

/** The shell's own files; every other address is a page, and each page is index.html. */
export async function serveShellFile(request: Request, url: URL, assets: Fetcher, settings: PageSettings = {}): Promise<Response> {
  if (url.pathname !== '/' && url.pathname !== '/index.html') {
    const response = await assets.fetch(request);
    if (isFound(response)) return withHeaders(response, url, url.pathname.startsWith('/static/') ? IMMUTABLE : REVALIDATE);
    // A script or font of an older build: a page instead of it would only hide that.
    if (url.pathname.startsWith('/static/')) return withHeaders(response, url, NEVER_STORED);
  }
  const page = await assets.fetch(new Request(new URL('/index.html', url), { method: request.method, headers: request.headers }));
  return withHeaders(page, url, { ...REVALIDATE, ...pageHeaders(url.pathname, settings) });
}

function isFound(response: Response): boolean {
  return response.ok || response.status === 304 || response.status === 206;
}
