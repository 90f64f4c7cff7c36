import { buildEntryPath, fromManifest, MANIFEST_FILE, REMOTE_ENTRY_FILE, type SharedVersions } from '@portage/registry';
import { type Bundle, findContent } from './bundle.ts';
import { DeployError } from './deploy-error.ts';

/** The part of an area's federation manifest that deploying needs. */
export interface AreaManifest {
  /** The area's name in the page: `portage_workflows_<version>`. */
  name: string;
  /** Packages that it needs from the shell: `react: ^19.0.0`. */
  shared: SharedVersions;
  /** Files that are loaded before the area can be mounted. */
  firstFiles: string[];
}

interface RawManifest {
  name: string;
  metaData: { publicPath: string; remoteEntry: { name: string; path: string } };
  shared: { name: string; requiredVersion: string }[];
  exposes: { path: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/** Reads the manifest of a built area, and checks that the shell can load it. @throws DeployError that names the problem. */
export function readManifest(bundle: Bundle): AreaManifest {
  const wrong = (what: string) => new DeployError(`The build of mfe-${bundle.area} is not usable: ${what}. Look at its rsbuild.config.ts.`);
  let manifest: RawManifest;
  try {
    manifest = JSON.parse(findContent(bundle, MANIFEST_FILE)?.toString() ?? '') as RawManifest;
  } catch {
    throw wrong(findContent(bundle, MANIFEST_FILE) ? `${MANIFEST_FILE} is not JSON` : `${MANIFEST_FILE} is missing`);
  }
  const app = manifest.exposes?.find(({ path }) => path === './app');
  if (!app) throw wrong(`${MANIFEST_FILE} names no ./app`);
  const folder = buildEntryPath(bundle.area, bundle.version).slice(0, -MANIFEST_FILE.length);
  if (manifest.metaData?.publicPath !== folder) throw wrong(`its files are meant for ${manifest.metaData?.publicPath}, not for ${folder}`);
  const { name, path } = manifest.metaData.remoteEntry ?? {};
  if (name !== REMOTE_ENTRY_FILE || path !== '') throw wrong(`its entry is ${path}${name}, not ${REMOTE_ENTRY_FILE}`);
  const firstFiles = [...app.assets.js.sync, ...app.assets.css.sync].map(fromManifest);
  const missing = [REMOTE_ENTRY_FILE, ...firstFiles].find((file) => !findContent(bundle, file));
  if (missing) throw wrong(`${MANIFEST_FILE} names ${missing}, which was not built`);
  return { name: manifest.name, shared: toSharedVersions(manifest), firstFiles: [MANIFEST_FILE, REMOTE_ENTRY_FILE, ...firstFiles] };
}

/** By package: `react/jsx-runtime` belongs to React. */
function toSharedVersions({ shared }: RawManifest): SharedVersions {
  return Object.fromEntries(
    shared.map(({ name, requiredVersion }) => [
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
      requiredVersion,
    ]),
  );
}
