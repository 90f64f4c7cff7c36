import { serveAreaFile } from './area-files.ts';
import { serveRegistry } from './area-registry.ts';
import type { PageSettings } from './security-headers.ts';
import { NEVER_STORED, serveShellFile } from './static-files.ts';
import { withHeaders, withOwnHeaders } from './with-headers.ts';

export interface ShellEnv extends PageSettings {
  EDGE_API: Fetcher;
  /** The shell's build (shell/dist). */
  ASSETS: Fetcher;
  /** Versions of areas, below `mfe/<area>/<version>/`; edge-api writes them. */
  AREA_BUCKET: R2Bucket;
  /** The published registry of areas; edge-api writes it. */
  REGISTRY: KVNamespace;
  /** Only in a local Portage: the mail outbox and the simulators. */
  LOCAL?: Fetcher;
}

/** The single origin of Portage: routes each address to its part, and adds the security headers to every response. */
async function routeRequest(request: Request, env: ShellEnv, execution: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  if (isBelow(url.pathname, '/api')) return withOwnHeaders(await env.EDGE_API.fetch(request), url);
  if (env.LOCAL && isBelow(url.pathname, '/local')) return withHeaders(await env.LOCAL.fetch(request), url, NEVER_STORED);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return withHeaders(
      new Response('Only GET and HEAD are supported here.', { status: 405, headers: { allow: 'GET, HEAD' } }),
      url,
      NEVER_STORED,
    );
  }
  if (url.pathname === '/mfe-registry.json') return serveRegistry(request, url, env.REGISTRY);
  if (isBelow(url.pathname, '/mfe')) return serveAreaFile(request, url, env.AREA_BUCKET, execution);
  return serveShellFile(request, url, env.ASSETS, env);
}

/** Turns an unexpected error into a 503 that has the usual headers and doesn't reveal the cause. */
async function handleRequest(request: Request, env: ShellEnv, execution: ExecutionContext): Promise<Response> {
  try {
    return await routeRequest(request, env, execution);
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', message: 'A request was not answered', cause: String(error) }));
    const text = 'Portage isn’t responding right now. Please try again in a moment.';
    return withHeaders(new Response(text, { status: 503, headers: { 'retry-after': '5' } }), new URL(request.url), NEVER_STORED);
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default { fetch: handleRequest } satisfies ExportedHandler<ShellEnv>;
