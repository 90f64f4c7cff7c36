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
export function fetchAhead(manifest: unknown, url: string): void {
  const { exposes = [] } = manifest as Manifest;
  for (const { assets } of exposes) {
    for (const file of [...(assets?.js?.sync ?? []), ...(assets?.css?.sync ?? [])]) {
      // The entry requests a failed file again, and then reports it.
      void fetch(new URL(file, new URL(url, location.href)), { priority: 'high' })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  }
}
