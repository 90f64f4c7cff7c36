import type { AreaMenu } from './outside-areas.ts';

/** One version of an area, with everything a browser needs to load it and to verify that it is the deployed one. */
export interface PublishedVersion {
  version: string;
  /** `/mfe/<area>/<version>/mf-manifest.json` */
  entry: string;
  /** Subresource Integrity texts (`sha256-<base64>`) of `mf-manifest.json` and `remoteEntry.js`. */
  integrity: { manifest: string; remoteEntry: string };
}

export interface PublishedArea extends PublishedVersion {
  /** A version that a share of the signed-in people gets instead. */
  canary?: PublishedVersion & { percent: number };
  /** Of an area that isn't in this repository, as its live version says. */
  menu?: AreaMenu;
}

/** The content of `/mfe-registry.json`. */
export interface PublishedRegistry {
  /** Grows with every change; a browser or publisher that knows a later one ignores an earlier one. */
  revision: number;
  areas: Record<string, PublishedArea>;
}

export const EMPTY_REGISTRY: PublishedRegistry = { revision: 0, areas: {} };

/** The published registry's key in its key-value store. */
export const REGISTRY_KEY = 'registry';
