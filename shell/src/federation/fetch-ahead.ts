import { AREAS, type AreaFacts, chooseVersion, findArea, REMOTE_ENTRY_FILE } from '@portage/registry';
import { requestAhead } from '../app/requested-ahead.ts';
import { readRegistry } from './read-registry.ts';

export const REGISTRY_URL = '/mfe-registry.json';
export const REGISTRY_TIMEOUT_MS = 5_000;

/**
 * Fetches the registry and the first files of the area at a path, so that the page finds them in the browser's cache. Runs none of them.
 *
 * @returns once the browser has them
 * @throws if a request fails or isn't what was deployed
 */
export async function fetchAreaAhead(path: string, userId: string): Promise<void> {
  const area = findArea(path);
  if (!area) return;
  const response = await requestAhead(REGISTRY_URL, { cache: 'no-store', signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS) });
  const { areas } = readRegistry(await response.clone().json(), { origin: location.origin, allowDevelopment: false });
  const published = areas[area];
  if (!published) return;
  const { entry, integrity } = chooseVersion(area, published, userId);
  const script = fetchBeside(REMOTE_ENTRY_FILE, entry);
  const manifest = await fetch(entry, { integrity: integrity.manifest });
  await Promise.all([script, fetchFirstFiles(await manifest.json(), entry)]);
}

/** The part of an area's mf-manifest.json that is read here. */
interface Manifest {
  exposes?: { name?: string; assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
}

/** Makes the calls of the page at an address while its files load. The token has to be one that the page still uses then. */
export function fetchCallsAhead(address: string, token: string): void {
  const area = findArea(address.replace(/\?.*/, ''));
  const facts: AreaFacts | null = area && AREAS[area];
  for (const url of facts?.firstCalls?.[address] ?? []) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    requestAhead(url, { headers, credentials: 'include' })
      // Otherwise a response that nobody uses would stay on its way.
      .then((response) => response.clone().arrayBuffer())
      .catch(() => {
        // Whoever needs the response makes the call again, and reports a failure.
      });
  }
}

/**
 * Fetches an area's initial files while its entry script is still loading; the entry then finds them in the browser's cache. The loader
 * disables the federation runtime's own preloading, because that runs the files before their hashes are known.
 *
 * @param url the manifest's address; the files are next to it.
 */
export async function fetchFirstFiles(manifest: unknown, url: string): Promise<void> {
  const { exposes = [] } = manifest as Manifest;
  const files = exposes.flatMap(({ assets }) => [...(assets?.js?.sync ?? []), ...(assets?.css?.sync ?? [])]);
  await Promise.all(files.map((file) => fetchBeside(file, url)));
}

/** What requests the file in earnest reports a failure. */
async function fetchBeside(file: string, url: string): Promise<void> {
  const response = await fetch(new URL(file, new URL(url, location.href)), { priority: 'high' }).catch(() => null);
  await response?.arrayBuffer().catch(() => undefined);
}
