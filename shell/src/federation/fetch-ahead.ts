import { chooseVersion, findArea, REMOTE_ENTRY_FILE } from '@portage/registry';
import { readRegistry } from './read-registry.ts';

export const REGISTRY_URL = '/mfe-registry.json';
export const REGISTRY_TIMEOUT_MS = 5_000;

/** A page whose address leads elsewhere asks for the registry at the next click, perhaps much later. */
const AHEAD_MS = 10_000;

let ahead: { response: Promise<Response>; at: number } | null = null;

/** Like `fetch`, for the registry: the first caller gets the response that `fetchAreaAhead` has just requested. */
export function fetchRegistry(...request: Parameters<typeof fetch>): Promise<Response> {
  const requested = ahead;
  ahead = null;
  return requested && performance.now() - requested.at < AHEAD_MS ? requested.response : fetch(...request);
}

/**
 * Fetches the registry and the first files of the area at a path, so that the page finds them in the browser's cache. Runs none of them.
 *
 * @throws if a request fails or isn't what was deployed
 */
export async function fetchAreaAhead(path: string, userId: string): Promise<void> {
  const area = findArea(path);
  if (!area) return;
  const response = fetch(REGISTRY_URL, { cache: 'no-store', signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS) });
  ahead = { response, at: performance.now() };
  const { areas } = readRegistry(await (await response).clone().json(), { origin: location.origin, allowDevelopment: false });
  const published = areas[area];
  if (!published) return;
  const { entry, integrity } = chooseVersion(area, published, userId);
  fetchBeside(REMOTE_ENTRY_FILE, entry);
  const manifest = await fetch(entry, { integrity: integrity.manifest });
  fetchFirstFiles(await manifest.json(), entry);
}

/** The part of an area's mf-manifest.json that is read here. */
interface Manifest {
  exposes?: { name?: string; assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
}

/**
 * Fetches an area's initial files while its entry script is still loading; the entry then finds them in the browser's cache. The loader
 * disables the federation runtime's own preloading, because that runs the files before their hashes are known.
 *
 * @param url the manifest's address; the files are next to it.
 */
export function fetchFirstFiles(manifest: unknown, url: string): void {
  const { exposes = [] } = manifest as Manifest;
  for (const { assets } of exposes) {
    for (const file of [...(assets?.js?.sync ?? []), ...(assets?.css?.sync ?? [])]) fetchBeside(file, url);
  }
}

/** What requests the file in earnest reports a failure. */
function fetchBeside(file: string, url: string): void {
  void fetch(new URL(file, new URL(url, location.href)), { priority: 'high' })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
