import type { PageSettings } from './security-headers.ts';
import { serveAreaFile, serveShellFile } from './static-files.ts';
import { withHeaders, withOwnHeaders } from './with-headers.ts';

export interface ShellEnv extends PageSettings {
  /** The HTTP API and the webhooks. */
  EDGE_API: Fetcher;
  /** The shell's build (shell/dist). */
  ASSETS: Fetcher;
  /** Serves /mfe-registry.json and /mfe/<area>/<version>/*. */
  AREA_FILES: Fetcher;
  /** Only in a local Portage: the mail outbox and the simulators. */
  LOCAL?: Fetcher;
}

/** The one origin of Portage: says which part answers which address, and puts the security headers on every answer. */
async function answer(request: Request, env: ShellEnv): Promise<Response> {
  const url = new URL(request.url);
  if (isBelow(url.pathname, '/api')) return withOwnHeaders(await env.EDGE_API.fetch(request), url);
  if (env.LOCAL && isBelow(url.pathname, '/local')) return withHeaders(await env.LOCAL.fetch(request), url);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return withHeaders(new Response('Only GET and HEAD are answered here.', { status: 405, headers: { allow: 'GET, HEAD' } }), url);
  }
  if (url.pathname === '/mfe-registry.json' || isBelow(url.pathname, '/mfe')) return serveAreaFile(request, url, env.AREA_FILES);
  return serveShellFile(request, url, env.ASSETS, env);
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default { fetch: answer } satisfies ExportedHandler<ShellEnv>;
