import type { DeployedFile } from '@portage/database';
import { buildEntryPath, fromManifest, isCompressedShared, isFilePath, MANIFEST_FILE, REMOTE_ENTRY_FILE } from '@portage/registry';
import type { StoredAreaFile } from './area-store.ts';

/** How many problems are named; the rest are counted. */
const NAMED = 5;

/** The version's files with the compressed forms that its shared files have in the store. */
export function adoptCompressed(files: readonly DeployedFile[], stored: ReadonlyMap<string, StoredAreaFile>): DeployedFile[] {
  return files.map((file) => {
    const present = isCompressedShared(file.path) ? stored.get(file.path) : undefined;
    return present ? { path: file.path, sha256: present.sha256, bytes: present.bytes } : file;
  });
}

/** Problems with a version's files, each as a sentence: every named file must be in the store under its name. */
export function filesProblems(files: readonly DeployedFile[], stored: ReadonlyMap<string, StoredAreaFile>): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const odd = files.filter(({ path }) => !isFilePath(path));
  const missing = files.filter(({ path }) => !stored.has(path));
  const other = files.filter(({ path, sha256, bytes }) => {
    const file = stored.get(path);
    return file && (file.sha256 !== sha256 || file.bytes !== bytes);
  });
  const needed = [MANIFEST_FILE, REMOTE_ENTRY_FILE].filter((path) => !paths.has(path));
  return [
    ...(paths.size < files.length ? ['A file is named twice.'] : []),
    ...needed.map((path) => `There is no ${path}.`),
    ...sentence('These paths cannot be served', odd),
    ...sentence('These files were not uploaded', missing),
    ...sentence('These files were uploaded with different content', other),
  ];
}

function sentence(text: string, files: readonly DeployedFile[]): string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, NAMED).map(({ path }) => path);
  return [`${text}: ${names.join(', ')}${files.length > NAMED ? ` and ${files.length - NAMED} more` : ''}.`];
}

interface Assets {
  js?: { sync?: unknown; async?: unknown };
  css?: { sync?: unknown; async?: unknown };
}

interface FederationManifest {
  name?: unknown;
  metaData?: { globalName?: unknown; publicPath?: unknown; remoteEntry?: { name?: unknown; path?: unknown } };
  exposes?: { path?: unknown; assets?: Assets }[];
  shared?: { name?: unknown; requiredVersion?: unknown }[];
}

/** Problems with a version's federation manifest: it must belong to this very version, or a browser would run another one. */
export function manifestProblems(
  text: string,
  area: string,
  version: string,
  { files, shared }: { files: readonly DeployedFile[]; shared: Readonly<Record<string, string>> },
): string[] {
  const manifest = parse(text);
  if (!manifest) return [`${MANIFEST_FILE} is not a federation manifest.`];
  const globalName = `portage_${area}_${version}`;
  const publicPath = buildEntryPath(area, version).slice(0, -MANIFEST_FILE.length);
  const { metaData, exposes = [] } = manifest;
  const app = exposes.find(({ path }) => path === './app');
  const entry = `${metaData?.remoteEntry?.path ?? ''}${metaData?.remoteEntry?.name ?? ''}`;
  const unknown = app ? listAssets(app.assets).filter((path) => !files.some((file) => file.path === path)) : [];
  return [
    ...(manifest.name !== globalName || metaData?.globalName !== globalName
      ? [`${MANIFEST_FILE} is that of "${String(manifest.name)}", not of ${globalName}: build it with PORTAGE_AREA_VERSION=${version}.`]
      : []),
    ...(metaData?.publicPath === publicPath ? [] : [`${MANIFEST_FILE} doesn’t look for its files below ${publicPath}.`]),
    ...(entry === REMOTE_ENTRY_FILE ? [] : [`${MANIFEST_FILE} names a different entry from ${REMOTE_ENTRY_FILE}.`]),
    ...(app ? [] : [`${MANIFEST_FILE} does not expose ./app.`]),
    ...(unknown.length > 0
      ? [`${MANIFEST_FILE} needs files that are not part of the version: ${unknown.slice(0, NAMED).join(', ')}.`]
      : []),
    ...sharedProblems(manifest, shared),
  ];
}

function parse(text: string): FederationManifest | null {
  try {
    const manifest = JSON.parse(text) as FederationManifest | null;
    const isList = (value: unknown) =>
      value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'object' && one));
    return typeof manifest === 'object' && manifest && isList(manifest.exposes) && isList(manifest.shared) ? manifest : null;
  } catch {
    return null;
  }
}

function listAssets(assets: Assets | undefined): string[] {
  const lists = [assets?.js?.sync, assets?.js?.async, assets?.css?.sync, assets?.css?.async];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((path) => typeof path === 'string').map(fromManifest) : []));
}

/** The deployer and the build must agree on what the area needs from the shell. */
function sharedProblems(manifest: FederationManifest, said: Readonly<Record<string, string>>): string[] {
  return (manifest.shared ?? []).flatMap(({ name, requiredVersion }) => {
    const packageName = String(name)
      .split('/')
      .slice(0, String(name).startsWith('@') ? 2 : 1)
      .join('/');
    const range = Object.hasOwn(said, packageName) ? said[packageName] : undefined;
    return range === requiredVersion
      ? []
      : [
          `${MANIFEST_FILE} asks the shell for ${String(name)} ${String(requiredVersion)}, and "shared" ${range ? `says ${range}` : 'doesn’t list it'}.`,
        ];
  });
}
