import { isAreaName } from './areas.ts';
import { isOutsideAreaName } from './outside-areas.ts';
import { WORKER_NAMES } from './worker-names.ts';

export type WorkerName = (typeof WORKER_NAMES)[number];
export type DeploymentKind = 'area' | 'worker';

/** The kind of the part with this name; null for names that nothing can have. Areas of other repositories may not exist. */
export function findDeploymentKind(name: string): DeploymentKind | null {
  if (isAreaName(name) || isOutsideAreaName(name)) return 'area';
  return isWorkerName(name) ? 'worker' : null;
}

export function isWorkerName(name: string): name is WorkerName {
  return (WORKER_NAMES as readonly string[]).includes(name);
}

/** The version of a development server's files. The build never makes such a version. */
export const DEVELOPMENT_VERSION = 'dev';

/** Files that an area's versions have in common are below it: their names contain hashes of their content. */
export const SHARED_FOLDER = 'shared';

/** Areas: plain words (`__proto__` isn't one), because versions are part of global names. Workers: also the platform's ids. */
export function isVersion(kind: DeploymentKind, version: string): boolean {
  if (kind === 'area' && version === SHARED_FOLDER) return false;
  return (kind === 'area' ? /^[a-zA-Z\d]\w{0,63}$/ : /^[a-zA-Z\d][\w.-]{0,63}$/).test(version);
}

const MAX_PATH_LENGTH = 300;
/** Plain names, none of which begins with a dot, so no path leads upwards or to hidden files. */
const FILE_PATH = /^[\w@~-][\w.@~-]*(?:\/[\w@~-][\w.@~-]*)*$/;

/** The file endings that browsers load from areas, with their content types. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
};

/** The content type of a file by its name, without `.br`, which marks a compressed one; null for kinds that aren't served. */
export function findContentType(path: string): string | null {
  const plain = path.replace(/\.br$/, '');
  const ending = plain.slice(plain.lastIndexOf('.') + 1);
  return plain.includes('.') && Object.hasOwn(CONTENT_TYPES, ending) ? (CONTENT_TYPES[ending] ?? null) : null;
}

/** Whether a path inside a version may be uploaded and served: relative, plain names, a known kind. */
export function isFilePath(path: string): boolean {
  return path.length <= MAX_PATH_LENGTH && FILE_PATH.test(path) && findContentType(path) !== null;
}

/**
 * The path of a version's file in the file store and, with a leading slash, in addresses. A shared file has the same one in all versions of
 * the area.
 */
export function fileKey(area: string, version: string, path: string): string {
  return isSharedPath(path) ? `mfe/${area}/${path}` : `mfe/${area}/${version}/${path}`;
}

export function isSharedPath(path: string): boolean {
  return path.startsWith(`${SHARED_FOLDER}/`);
}

/** Whether the file is a compressed form that several versions share. Another compressor may have made it of the same file. */
export function isCompressedShared(path: string): boolean {
  return isSharedPath(path) && path.endsWith('.br');
}

/** The path of a file that a federation manifest names: seen from a version's folder, shared files are next to it. */
export function fromManifest(path: string): string {
  return path.startsWith('../') && isSharedPath(path.slice(3)) ? path.slice(3) : path;
}

/**
 * All builds of the shell share this version in the file store: their files' names contain hashes. A page of one build may ask a Worker of
 * another one, while a tab is open across a deploy or a canary gets a share of the requests.
 */
export const SHELL_FILES_VERSION = 'static';

/** The address that browsers load an area's version from. */
export function buildEntryPath(area: string, version: string): string {
  return `/${fileKey(area, version, MANIFEST_FILE)}`;
}

export const MANIFEST_FILE = 'mf-manifest.json';
export const REMOTE_ENTRY_FILE = 'remoteEntry.js';
