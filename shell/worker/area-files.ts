import {
  fileKey,
  findContentType,
  findDeploymentKind,
  isFilePath,
  isSharedPath,
  isVersion,
  SHARED_FOLDER,
  SHELL_FILES_VERSION,
} from '@portage/registry';
import { loadCachedFile, type StoredFile } from './kept-files.ts';
import { IMMUTABLE, NEVER_STORED } from './static-files.ts';
import { withHeaders } from './with-headers.ts';

/** File types that are also stored compressed if that makes them smaller (packages/build-output/src/compress-folder.ts). */
const COMPRESSED = /\.(js|css|html|json|map|svg|wasm|txt)$/;

/** `/mfe/<area>/<version>/<path>` or `/mfe/<area>/shared/<path>`. A missing file is a 404, never the page; an existing one never changes. */
export function serveAreaFile(request: Request, url: URL, bucket: R2Bucket, execution: ExecutionContext): Promise<Response> {
  return serveStoredFile(request, url, findFileKey(url.pathname), { bucket, execution });
}

/** `/static/<path>` of another build of the shell than this Worker's. */
export function serveOtherShellFile(request: Request, url: URL, bucket: R2Bucket, execution: ExecutionContext): Promise<Response> {
  const path = url.pathname.slice('/static/'.length);
  const key = isFilePath(path) && !path.endsWith('.br') ? fileKey('shell', SHELL_FILES_VERSION, path) : null;
  return serveStoredFile(request, url, key, { bucket, execution });
}

async function serveStoredFile(
  request: Request,
  url: URL,
  key: string | null,
  { bucket, execution }: { bucket: R2Bucket; execution: ExecutionContext },
): Promise<Response> {
  const read = (name: string): Promise<StoredFile | null> =>
    request.method === 'HEAD' ? bucket.head(name) : loadCachedFile(name, url.origin, bucket, execution);
  const found = key && (await findFile(request, key, read));
  if (!key || !found) return withHeaders(new Response('Not found', { status: 404 }), url, NEVER_STORED);
  const { file, isCompressed } = found;
  const headers = {
    'content-type': findContentType(key) ?? 'application/octet-stream',
    etag: `W/${file.httpEtag}`,
    vary: 'accept-encoding',
  };
  if (request.headers.get('if-none-match') === headers.etag) {
    void file.body?.cancel();
    return withHeaders(new Response(null, { status: 304, headers }), url, IMMUTABLE);
  }
  const answer = new Response(file.body ?? null, {
    headers: { ...headers, 'content-length': String(file.size), ...(isCompressed ? { 'content-encoding': 'br' } : {}) },
    ...(isCompressed ? { encodeBody: 'manual' as const } : {}),
  });
  return withHeaders(answer, url, IMMUTABLE);
}

/** Null for every address that no file can have, whatever its spelling. A compressed file has no address of its own. */
function findFileKey(pathname: string): string | null {
  const [, area = '', version = '', path = ''] = /^\/mfe\/([^/]+)\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const isFolder = (version === SHARED_FOLDER || isVersion('area', version)) && !isSharedPath(path);
  const isPlain = findDeploymentKind(area) === 'area' && isFolder && isFilePath(path) && !path.endsWith('.br');
  return isPlain ? fileKey(area, version, path) : null;
}

interface FoundFile {
  file: StoredFile;
  isCompressed: boolean;
}

async function findFile(request: Request, key: string, read: (name: string) => Promise<StoredFile | null>): Promise<FoundFile | null> {
  if (COMPRESSED.test(key) && takesBrotli(request)) {
    const file = await read(`${key}.br`);
    if (file) return { file, isCompressed: true };
  }
  const file = await read(key);
  return file && { file, isCompressed: false };
}

/** The platform reports what a browser accepts in `cf.clientAcceptEncoding`; the header is rewritten on its way here. */
function takesBrotli(request: Request): boolean {
  const { clientAcceptEncoding } = (request.cf ?? {}) as { clientAcceptEncoding?: string };
  return /\bbr\b/.test(clientAcceptEncoding ?? request.headers.get('accept-encoding') ?? '');
}
