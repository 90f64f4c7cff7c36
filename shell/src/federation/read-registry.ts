import { DEVELOPMENT_VERSION, isAreaLabel, isOutsideAreaName, type PublishedArea, type PublishedVersion } from '@portage/registry';

export interface AreaVersion {
  area: string;
  version: string;
  /** The address of its federation manifest. */
  entry: string;
  /** The hashes of manifest and entry script; null only for files from a development server. */
  integrity: PublishedVersion['integrity'] | null;
  /** Only this session has it: how it does says nothing about what others have. */
  isPreview?: boolean;
}

export interface ReadingSettings {
  /** The page's own origin; entries elsewhere are refused. */
  origin: string;
  /** In a development build of the shell, areas may run from development servers. */
  allowDevelopment: boolean;
}

export interface ReadRegistry {
  /** Increases with every change of any area. */
  revision: number;
  areas: Record<string, PublishedArea>;
  inDevelopment: Development;
}

/** The areas that run from development servers. */
export interface Development {
  versions: readonly AreaVersion[];
  /** The host of the deployed Portage whose data the page shows; null: it's on this machine. */
  against: string | null;
}

export const NO_DEVELOPMENT: Development = { versions: [], against: null };

const SHA_256 = /^sha256-[A-Za-z0-9+/]{43}=$/;

/**
 * Parses /mfe-registry.json. Leaves out entries that are malformed or point elsewhere: such an area shows its fallback, and the others
 * work. If the canary is malformed, everyone gets the live version.
 *
 * @throws if the response isn't a registry.
 */
export function readRegistry(body: unknown, settings: ReadingSettings): ReadRegistry {
  const { revision, areas, development } = (body ?? {}) as Record<string, unknown>;
  if (typeof revision !== 'number') throw new Error('the registry holds no "revision"');
  if (typeof areas !== 'object' || areas === null) throw new Error('the registry holds no "areas"');
  const read: Record<string, PublishedArea> = {};
  for (const [area, value] of Object.entries(areas)) {
    const live = readVersion(value, area, settings.origin);
    if (!live) {
      console.warn(`The registry's entry of "${area}" is not usable.`, value);
      continue;
    }
    const canary = canaryIn(value, area, settings.origin);
    const menu = readMenu(value, area);
    read[area] = { ...live, ...(canary ? { canary } : {}), ...(menu ? { menu } : {}) };
  }
  return { revision, areas: read, inDevelopment: settings.allowDevelopment ? developmentIn(development) : NO_DEVELOPMENT };
}

function canaryIn(value: unknown, area: string, origin: string): PublishedArea['canary'] {
  const canary = (value as { canary?: unknown }).canary;
  if (canary === undefined || canary === null) return undefined;
  const version = readVersion(canary, area, origin);
  const { percent } = canary as { percent?: unknown };
  if (version && typeof percent === 'number' && percent > 0 && percent <= 100) return { ...version, percent };
  console.warn(`The registry's canary of "${area}" is not usable.`, canary);
  return undefined;
}

/** The menu entry of an area of another repository; others can't bring one. */
export function readMenu(value: unknown, area: string): PublishedArea['menu'] {
  const { label } = ((value as { menu?: unknown }).menu ?? {}) as { label?: unknown };
  return isOutsideAreaName(area) && typeof label === 'string' && isAreaLabel(label) ? { label } : undefined;
}

/** One version with its entry and hashes; null if they are malformed or elsewhere. */
export function readVersion(value: unknown, area: string, origin: string): PublishedVersion | null {
  const { version, entry, integrity } = (value ?? {}) as Partial<Record<keyof PublishedVersion, unknown>>;
  if (typeof version !== 'string' || typeof entry !== 'string' || !/^\w{1,64}$/.test(version)) return null;
  if (!isOwnManifest(entry, area, version, origin)) return null;
  const { manifest, remoteEntry } = (integrity ?? {}) as Record<string, unknown>;
  if (!isHash(manifest) || !isHash(remoteEntry)) return null;
  return { version, entry, integrity: { manifest, remoteEntry } };
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && SHA_256.test(value);
}

/** On the page's own origin, below its own area and version. */
function isOwnManifest(entry: string, area: string, version: string, origin: string): boolean {
  if (!URL.canParse(entry, origin)) return false;
  const url = new URL(entry, origin);
  return url.origin === origin && url.pathname === `/mfe/${area}/${version}/mf-manifest.json`;
}

/** Contains only the areas' names; their files are served on the page's own origin. */
function developmentIn(development: unknown): Development {
  const { areas, against } = (development ?? {}) as { areas?: unknown; against?: unknown };
  const names = Array.isArray(areas) ? areas.filter((area): area is string => typeof area === 'string' && /^\w{1,64}$/.test(area)) : [];
  const versions = names.map((area) => ({
    area,
    version: DEVELOPMENT_VERSION,
    entry: `/mfe/${area}/${DEVELOPMENT_VERSION}/mf-manifest.json`,
    integrity: null,
  }));
  return { versions, against: typeof against === 'string' ? against : null };
}
