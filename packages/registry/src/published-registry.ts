/** One version of an area, with all that a browser needs to load it and to know that it is the one that was deployed. */
export interface PublishedVersion {
  version: string;
  /** `/mfe/<area>/<version>/mf-manifest.json` */
  entry: string;
  /** Subresource Integrity texts (`sha256-<base64>`) of `mf-manifest.json` and `remoteEntry.js`. */
  integrity: { manifest: string; remoteEntry: string };
}

export interface PublishedArea extends PublishedVersion {
  /** A version that a share of the people signed in gets instead. */
  canary?: PublishedVersion & { percent: number };
}

/** The content of `/mfe-registry.json`. */
export interface PublishedRegistry {
  /** Grows with every change; a browser or a publisher that knows a later one leaves an earlier one aside. */
  revision: number;
  areas: Record<string, PublishedArea>;
}

export const EMPTY_REGISTRY: PublishedRegistry = { revision: 0, areas: {} };

/** Where the published registry lies in its key-value store. */
export const REGISTRY_KEY = 'registry';
