import { EMPTY_REGISTRY, REGISTRY_KEY } from '@portage/registry';
import { NEVER_STORED } from './static-files.ts';
import { withHeaders } from './with-headers.ts';

/** The minimum that the store allows: for this long a location may serve what it has read. */
const READ_AGAIN_SECONDS = 30;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** `/mfe-registry.json`: which versions of areas people get. If it can't be read, pages continue with the versions they know. */
export async function serveRegistry(request: Request, url: URL, registry: KVNamespace): Promise<Response> {
  const text = await registry.get(REGISTRY_KEY, { type: 'text', cacheTtl: READ_AGAIN_SECONDS }).catch((error: unknown) => {
    console.error(JSON.stringify({ level: 'error', message: 'The registry of areas was not read', cause: String(error) }));
    return undefined;
  });
  if (text === undefined) return withHeaders(new Response('The registry cannot be read right now.', { status: 503 }), url, NEVER_STORED);
  const body = request.method === 'HEAD' ? null : (text ?? JSON.stringify(EMPTY_REGISTRY));
  return withHeaders(new Response(body, { headers: JSON_TYPE }), url, NEVER_STORED);
}
