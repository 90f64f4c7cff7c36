// The shell's files, as the binding `ASSETS` of a deployed shell serves them: from disk, compressed if available.

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
/** Far more than what the pages of one version load. */
const MOST_CACHED_BYTES = 8_000_000;

interface ShellFile {
  body: ReadableStream | ArrayBuffer | null;
  headers: Record<string, string>;
  isCompressed: boolean;
}

const cached = new Map<string, ShellFile>();
let cachedBytes = 0;

/** @param site the published site, with `shell/` inside. */
export async function serveShellFile(request: Request, site: Fetcher): Promise<Response> {
  const { pathname } = new URL(request.url);
  // Only plain names of files of a known kind: no directory listings, no path tricks.
  const type = /^(?:\/[\w@~-][\w.@~-]*)+$/.test(pathname) ? TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] : undefined;
  if (!type) return notFound();
  const mayCompress = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  const key = mayCompress ? `${pathname}.br` : pathname;
  const file = cached.get(key) ?? (await readFile(pathname, site, type, mayCompress));
  if (!file) return notFound();
  // Its name changes with its content. A source map is large, and only developers read it.
  if (pathname.startsWith('/static/') && !pathname.endsWith('.map')) await cacheFile(key, file);
  const { body, headers, isCompressed } = file;
  const isUnchanged = request.headers.get('if-none-match') === headers.etag;
  if (isUnchanged || request.method === 'HEAD') {
    if (body instanceof ReadableStream) await body.cancel();
    return new Response(null, { status: isUnchanged ? 304 : 200, headers });
  }
  return new Response(body, { headers, ...(isCompressed ? { encodeBody: 'manual' as const } : {}) });
}

async function readFile(pathname: string, site: Fetcher, type: string, mayCompress: boolean): Promise<ShellFile | null> {
  const compressed = mayCompress ? await site.fetch(`http://site/shell${pathname}.br`) : null;
  const isCompressed = compressed?.ok === true;
  const found = isCompressed ? compressed : await site.fetch(`http://site/shell${pathname}`);
  if (!found.ok) return null;
  const length = found.headers.get('content-length');
  const headers = {
    'content-type': type,
    etag: `W/"${Date.parse(found.headers.get('last-modified') ?? '') || 0}-${length ?? 0}"`,
    vary: 'accept-encoding',
    ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    ...(length ? { 'content-length': length } : {}),
  };
  return { body: found.body, headers, isCompressed };
}

async function cacheFile(key: string, file: ShellFile): Promise<void> {
  if (!(file.body instanceof ReadableStream)) return;
  const size = Number(file.headers['content-length']);
  if (!(cachedBytes + size <= MOST_CACHED_BYTES)) return;
  cachedBytes += size;
  file.body = await new Response(file.body).arrayBuffer();
  cached.set(key, file);
}

function notFound(): Response {
  return new Response('Not found', { status: 404 });
}
