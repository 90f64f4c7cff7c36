/** The part of an area's mf-manifest.json that is read here. */
interface Manifest {
  exposes?: { name?: string; assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
}

/**
 * Fetches the files that an area's page begins with while its entry script is still loading; the entry then finds them in the
 * browser's cache. The loader switches the federation runtime's own preloading off, because it runs the files before their hashes
 * are known.
 *
 * @param url of the manifest; the files lie beside it.
 */
export function fetchAhead(manifest: unknown, url: string): void {
  const { exposes = [] } = manifest as Manifest;
  for (const { assets } of exposes) {
    for (const file of [...(assets?.js?.sync ?? []), ...(assets?.css?.sync ?? [])]) {
      // The entry asks again for a file that fails, and then reports it.
      void fetch(new URL(file, new URL(url, location.href)), { priority: 'high' })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  }
}
