import { EMPTY_REGISTRY, REGISTRY_KEY } from '@portage/registry';
import { serveAreaFile, serveOtherShellFile } from './area-files.ts';
import type { PageSettings } from './security-headers.ts';
import { NEVER_STORED, serveShellFile } from './static-files.ts';
import { withHeaders, withOwnHeaders } from './with-headers.ts';

export interface ShellEnv extends PageSettings {
  EDGE_API: Fetcher;
  /** The shell's build (shell/dist). */
  ASSETS: Fetcher;
  /** Versions of areas, below `mfe/<area>/<version>/`, and the files of all builds of the shell; edge-api writes them. */
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
  const serveOther = () => serveOtherShellFile(request, url, env.AREA_BUCKET, execution);
  return serveShellFile(request, url, { assets: env.ASSETS, serveOther, settings: env });
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

/** The minimum that the store allows: for this long a location may serve what it has read. */
const READ_AGAIN_SECONDS = 30;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** `/mfe-registry.json`: which versions of areas people get. If it can't be read, pages continue with the versions they know. */
async function serveRegistry(request: Request, url: URL, registry: KVNamespace): Promise<Response> {
  const text = await registry.get(REGISTRY_KEY, { type: 'text', cacheTtl: READ_AGAIN_SECONDS }).catch((error: unknown) => {
    console.error(JSON.stringify({ level: 'error', message: 'The registry of areas was not read', cause: String(error) }));
    return undefined;
  });
  if (text === undefined) return withHeaders(new Response('The registry cannot be read right now.', { status: 503 }), url, NEVER_STORED);
  const body = request.method === 'HEAD' ? null : (text ?? JSON.stringify(EMPTY_REGISTRY));
  return withHeaders(new Response(body, { headers: JSON_TYPE }), url, NEVER_STORED);
}
