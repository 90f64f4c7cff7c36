// A Worker of a local Portage that was started to develop one area (`npm run dev -w mfe-…`). It runs in front of the
// shell: the area's development version comes from its development server, and the registry names it. The person who
// started this Portage chose the area and the server; a request can't. Its types are stripped at start, and it isn't
// bundled, so it imports nothing.

interface DevelopmentEnv {
  AREA: string;
  /** The development server, on loopback. */
  SERVER: Fetcher;
  SHELL: Fetcher;
}

async function handleRequest(request: Request, env: DevelopmentEnv): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(`/mfe/${env.AREA}/dev/`)) return fromServer(request, env);
  const response = await env.SHELL.fetch(request);
  if (pathname !== '/mfe-registry.json' || !response.ok || request.method !== 'GET') return response;
  const registry = (await response.json()) as object;
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  return Response.json({ ...registry, development: { areas: [env.AREA] } }, { headers });
}

async function fromServer(request: Request, { AREA, SERVER }: DevelopmentEnv): Promise<Response> {
  let response: Response;
  try {
    response = await SERVER.fetch(request);
  } catch {
    return new Response(`The development server of mfe-${AREA} does not answer.`, { status: 502 });
  }
  // The WebSocket that reports changes.
  if (response.status === 101) return response;
  const fresh = new Response(response.body, response);
  fresh.headers.set('cache-control', 'no-store');
  return fresh;
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default { fetch: handleRequest } satisfies ExportedHandler<DevelopmentEnv>;
