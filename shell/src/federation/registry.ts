import { chooseVersion, type PublishedArea } from '@portage/registry';
import { fetchAhead } from '../app/requested-ahead.ts';
import type { OutsideArea } from '../routing/outside-areas.ts';
import { REGISTRY_TIMEOUT_MS, REGISTRY_URL } from './fetch-ahead.ts';
import type { PagePreviews } from './page-previews.ts';
import { type AreaVersion, type Development, NO_DEVELOPMENT, type ReadingSettings, readRegistry } from './read-registry.ts';

export interface RegistrySettings extends Partial<ReadingSettings> {
  fetch?: typeof globalThis.fetch;
  url?: string;
  /** The page's own origin; entries elsewhere are refused. */
  origin: string;
  /** The person whose canary share counts; null if no person is signed in. */
  getUserId?: () => string | null;
  /** The versions that only this person's session has; they are read along with the registry. */
  previews?: Pick<PagePreviews, 'check' | 'versionOf'>;
  /** Called with the areas of other repositories each time the registry was read. */
  onOutsideAreas?: (areas: OutsideArea[]) => void;
  /** A registry that hasn't responded by then counts as unreachable. */
  timeoutMs?: number;
}

/** A mount follows its click within this time. */
const MOUNT_AFTER_MS = 500;

/** Longest a click waits for the registry (docs/architecture.md, trap 2). */
export const NAVIGATION_CAP_MS = 300;

/** Only the registry decides which code an area runs: no query parameter, message or stored value does (HOSTILE 35). */
export class AreaRegistry {
  #areas: Readonly<Record<string, PublishedArea>> = {};
  #inDevelopment = NO_DEVELOPMENT;
  #revision = 0;
  #checking: Promise<void> | null = null;
  /** On the page's clock. */
  #settledAt = Number.NEGATIVE_INFINITY;
  readonly #settings: Required<RegistrySettings>;

  constructor(settings: RegistrySettings) {
    this.#settings = {
      fetch: fetchAhead,
      url: REGISTRY_URL,
      allowDevelopment: false,
      getUserId: () => null,
      previews: { check: async () => {}, versionOf: () => undefined },
      onOutsideAreas: () => {},
      timeoutMs: REGISTRY_TIMEOUT_MS,
      ...settings,
    };
  }

  /** The version for this person: a preview they opened, otherwise the live one, or the canary if they are in its share. */
  versionOf(area: string): AreaVersion | undefined {
    const inDevelopment = this.#inDevelopment.versions.find((version) => version.area === area);
    if (inDevelopment) return inDevelopment;
    const preview = this.#settings.previews.versionOf(area);
    if (preview) return preview;
    const published = Object.hasOwn(this.#areas, area) ? this.#areas[area] : undefined;
    if (!published) return undefined;
    const { version, entry, integrity } = chooseVersion(area, published, this.#settings.getUserId());
    return { area, version, entry, integrity };
  }

  /** What runs from development servers of the person who started this Portage. */
  get inDevelopment(): Development {
    return this.#inDevelopment;
  }

  /** Fetches the registry; several callers share one request. If it is unreachable, the known entries stay. */
  check(): Promise<void> {
    this.#checking ??= this.#read().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Like `check`, but continues after `capMs` with the known registry; a later response counts for the next navigation. */
  async checkWithin(capMs: number = NAVIGATION_CAP_MS): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cap = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, capMs);
    });
    await Promise.race([this.check(), cap]);
    clearTimeout(timer);
  }

  /** Call it when a click has just used the current registry: the mount that follows doesn't check again. */
  settle(): void {
    this.#settledAt = performance.now();
  }

  async checkForMount(): Promise<void> {
    const isSettled = performance.now() - this.#settledAt < MOUNT_AFTER_MS;
    this.#settledAt = Number.NEGATIVE_INFINITY;
    if (!isSettled) await this.checkWithin();
  }

  async #read(): Promise<void> {
    const { fetch, url, timeoutMs, previews } = this.#settings;
    const checkingPreviews = previews.check();
    try {
      const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`the registry responded with ${response.status}`);
      const { revision, areas, inDevelopment } = readRegistry(await response.json(), this.#settings);
      // Before the first mount, so that it doesn't begin with the live version.
      await checkingPreviews;
      // It is published from a store that is read in many places, and an earlier state may arrive after a later one.
      if (revision < this.#revision) return;
      this.#revision = revision;
      this.#areas = areas;
      if (JSON.stringify(inDevelopment) !== JSON.stringify(this.#inDevelopment)) this.#inDevelopment = inDevelopment;
      this.#settings.onOutsideAreas(Object.entries(areas).flatMap(([name, { menu }]) => (menu ? [{ name, label: menu.label }] : [])));
    } catch (error) {
      console.warn('The registry of areas could not be read; continuing with the cached versions.', error);
    }
  }
}
