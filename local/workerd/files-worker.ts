// A Worker of the local Portage that serves the shell's files from disk, compressed if available. Its types are
// stripped at start, and it isn't bundled, so it imports only the platform's own modules.
import { WorkerEntrypoint } from 'cloudflare:workers';

interface FilesEnv {
  /** The published site, with `shell/` inside. */
  SITE: Fetcher;
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
};

export class ShellFiles extends WorkerEntrypoint<FilesEnv> {
  override fetch(request: Request): Promise<Response> {
    return serve(request, this.env.SITE);
  }
}

async function serve(request: Request, site: Fetcher): Promise<Response> {
  const { pathname } = new URL(request.url);
  // Only plain names of files of a known kind: no directory listings, no path tricks.
  const type = /^(?:\/[\w@~-][\w.@~-]*)+$/.test(pathname) ? TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] : undefined;
  if (!type) return notFound();
  if (/\bbr\b/.test(request.headers.get('accept-encoding') ?? '')) {
    const compressed = await site.fetch(`http://site/shell${pathname}.br`);
    if (compressed.ok) return serveFile(request, compressed, type, true);
  }
  const plain = await site.fetch(`http://site/shell${pathname}`);
  return plain.ok ? serveFile(request, plain, type, false) : notFound();
}

async function serveFile(request: Request, file: Response, type: string, isCompressed: boolean): Promise<Response> {
  const etag = `W/"${Date.parse(file.headers.get('last-modified') ?? '') || 0}-${file.headers.get('content-length') ?? 0}"`;
  const headers = new Headers({ 'content-type': type, etag, vary: 'accept-encoding' });
  if (request.headers.get('if-none-match') === etag) {
    await file.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  if (isCompressed) headers.set('content-encoding', 'br');
  const length = file.headers.get('content-length');
  if (length) headers.set('content-length', length);
  if (request.method === 'HEAD') {
    await file.body?.cancel();
    return new Response(null, { headers });
  }
  return new Response(file.body, { headers, ...(isCompressed ? { encodeBody: 'manual' as const } : {}) });
}

function notFound(): Response {
  return new Response('Not found', { status: 404 });
}

// biome-ignore lint/style/noDefaultExport: workerd wants a default handler beside named ones
export default { fetch: notFound };
