export interface StoredFile {
  httpEtag: string;
  size: number;
  body?: ReadableStream | null;
}

/** Files never change, so a location may cache what it has read for as long as it likes. */
const KEPT = { 'content-type': 'application/octet-stream', 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * Reads a file through the cache of the serving location: people far from the bucket wait for it once. The cache stores the bytes as they
 * are in the bucket, under a separate name, so that no compression changes them on the way.
 *
 * @param key the key in the bucket.
 * @param origin the page's origin: the cache is keyed by address.
 */
export async function loadCachedFile(
  key: string,
  origin: string,
  bucket: R2Bucket,
  execution: ExecutionContext,
): Promise<StoredFile | null> {
  const cache = caches.default;
  const address = `${origin}/kept-files/${key}`;
  const kept = await cache.match(address).catch(() => undefined);
  if (kept?.ok) {
    return { httpEtag: kept.headers.get('etag') ?? '', size: Number(kept.headers.get('content-length')), body: kept.body };
  }
  const file = await bucket.get(key);
  if (!file) return null;
  const { httpEtag, size } = file;
  const [body, copy] = file.body.tee();
  const headers = { ...KEPT, etag: httpEtag, 'content-length': String(size) };
  // A location without a cache (a local Portage, workers.dev) reads the bucket each time.
  execution.waitUntil(cache.put(address, new Response(copy, { headers })).catch(() => {}));
  return { httpEtag, size, body };
}
