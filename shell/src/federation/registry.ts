/** One area's entry of /mfe-registry.json: which version is live and where its federation manifest is. */
export interface AreaVersion {
  version: string;
  entry: string;
}

export type AreaVersions = Readonly<Record<string, AreaVersion>>;

export interface RegistrySettings {
  fetch?: typeof globalThis.fetch;
  url?: string;
  /** The page's own origin; entries elsewhere are refused. */
  origin: string;
  /** Development only: entries may also point at a loopback development server (hot reload of one area). */
  allowLoopback?: boolean;
  /** A registry that has not answered by then counts as unreachable. */
  timeoutMs?: number;
}

/** Longest a click waits for the registry (DESIGN section 6, trap 2). */
const NAVIGATION_CAP_MS = 300;

/**
 * What the shell knows of the deployed areas. Nothing but the registry decides which code an area runs: no query
 * parameter, no message, no stored value (HOSTILE 35).
 */
export class AreaRegistry {
  #versions: AreaVersions = {};
  #checking: Promise<void> | null = null;
  readonly #settings: Required<RegistrySettings>;

  constructor(settings: RegistrySettings) {
    this.#settings = {
      fetch: (input, init) => globalThis.fetch(input, init),
      url: '/mfe-registry.json',
      allowLoopback: false,
      timeoutMs: 5_000,
      ...settings,
    };
  }

  versionOf(area: string): AreaVersion | undefined {
    return Object.hasOwn(this.#versions, area) ? this.#versions[area] : undefined;
  }

  /** Asks for the registry; several callers share one request. An unreachable registry leaves what was known. */
  check(): Promise<void> {
    this.#checking ??= this.#read().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** As `check`, but goes on after `capMs` with what is known; the answer still arrives for the next navigation. */
  async checkWithin(capMs: number = NAVIGATION_CAP_MS): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cap = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, capMs);
    });
    await Promise.race([this.check(), cap]);
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    const { fetch, url, timeoutMs } = this.#settings;
    try {
      const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`the registry answered ${response.status}`);
      this.#versions = readVersions(await response.json(), this.#settings);
    } catch (error) {
      console.warn('The registry of areas could not be read; going on with the known versions.', error);
    }
  }
}

/** Entries that are malformed or point elsewhere are left out: that area then shows its fallback, the others work. */
export function readVersions(body: unknown, settings: Pick<Required<RegistrySettings>, 'origin' | 'allowLoopback'>): AreaVersions {
  const areas = (body as { areas?: unknown } | null)?.areas;
  if (typeof areas !== 'object' || areas === null) throw new Error('the registry holds no "areas"');
  const versions: Record<string, AreaVersion> = {};
  for (const [area, value] of Object.entries(areas)) {
    const { version, entry } = (value ?? {}) as Partial<Record<keyof AreaVersion, unknown>>;
    if (
      typeof version !== 'string' ||
      typeof entry !== 'string' ||
      !/^\w{1,64}$/.test(version) ||
      !isAllowedEntry(area, version, entry, settings)
    ) {
      console.warn(`The registry's entry of "${area}" is not usable.`, value);
      continue;
    }
    versions[area] = { version, entry };
  }
  return versions;
}

function isAllowedEntry(
  area: string,
  version: string,
  entry: string,
  { origin, allowLoopback }: { origin: string; allowLoopback: boolean },
): boolean {
  if (!URL.canParse(entry, origin)) return false;
  const url = new URL(entry, origin);
  if (url.origin === origin) return url.pathname === `/mfe/${area}/${version}/mf-manifest.json`;
  return allowLoopback && url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
}
