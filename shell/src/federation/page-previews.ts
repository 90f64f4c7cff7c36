import type { CallResponse, Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { createStore } from '@portage/primitives/store';
import { REGISTRY_TIMEOUT_MS } from './fetch-ahead.ts';
import { type AreaVersion, readVersion } from './read-registry.ts';

/** A version of an area that this session gets instead of the live one. */
export type Preview = CallResponse<Calls, 'GET /api/deployments/previews/opened'>['previews'][number];

export interface PreviewCalls {
  list(): Promise<Preview[]>;
  close(area: string): Promise<unknown>;
}

export interface PreviewsSettings {
  calls: PreviewCalls;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  getUserId(): string | null;
  /** The page's own origin; entries elsewhere are refused. */
  origin: string;
  /** It has expired, or somebody deleted it or closed it in another tab. */
  onEnded(preview: Preview): void;
  now?: () => number;
}

/** The longest time that browsers wait for. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The server's clock decides; if it's behind this one, the page asks again. */
const AGAIN_MS = 5_000;

const NONE: readonly Preview[] = [];

/** The page may ask whether the person has previews. It decides nothing: only the server knows which previews a session has opened. */
export function notePreviews(storage: PreviewsSettings['storage'], userId: string): void {
  storage?.setItem(noteKey(userId), '1');
}

function noteKey(userId: string): string {
  return `portage:previews:${userId}`;
}

export function previewCalls(api: Client<Calls>): PreviewCalls {
  return {
    list: async () => {
      const signal = AbortSignal.timeout(REGISTRY_TIMEOUT_MS);
      return (await api('GET /api/deployments/previews/opened', {}, { signal })).previews;
    },
    close: (area) => api('DELETE /api/deployments/previews/opened/{area}', { params: { area } }),
  };
}

/**
 * The previews that this session has opened, read along with the registry. People who have opened none ask for nothing: a note in the
 * browser's storage says who has.
 */
export class PagePreviews {
  readonly #store = createStore<readonly Preview[]>(NONE);
  readonly #settings: PreviewsSettings;
  /** Whose the previews are; another person may sign in on this page. */
  #userId: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what the person closed: an earlier response may still have it. */
  #closed = 0;

  constructor(settings: PreviewsSettings) {
    this.#settings = settings;
  }

  readonly get = (): readonly Preview[] => this.#store.get();

  readonly subscribe = this.#store.subscribe;

  versionOf(area: string): AreaVersion | undefined {
    const preview = this.#userId === this.#settings.getUserId() ? this.get().find((opened) => opened.area === area) : undefined;
    const version = preview && readVersion(preview, area, this.#settings.origin);
    return version ? { area, ...version, isPreview: true } : undefined;
  }

  /** Never rejects: if the server doesn't respond, the known previews stay. */
  async check(): Promise<void> {
    const { calls, storage, getUserId, onEnded } = this.#settings;
    const userId = getUserId();
    if (userId !== this.#userId) {
      this.#userId = userId;
      this.#show(NONE);
    }
    const isNoted = userId !== null && storage?.getItem(noteKey(userId)) != null;
    if (!isNoted && this.get() === NONE) return;
    const closed = this.#closed;
    try {
      const opened = await calls.list();
      if (userId !== getUserId() || closed !== this.#closed) return;
      const ended = this.get().filter(({ area }) => !opened.some((preview) => preview.area === area));
      this.#take(opened);
      for (const preview of ended) onEnded(preview);
    } catch (error) {
      console.warn('The previews could not be read; continuing with the known ones.', error);
    }
  }

  /** @throws if the server doesn't respond */
  async close(area: string): Promise<void> {
    await this.#settings.calls.close(area);
    this.#closed += 1;
    this.#take(this.get().filter((preview) => preview.area !== area));
  }

  #take(previews: readonly Preview[]): void {
    if (previews.length === 0 && this.#userId !== null) this.#settings.storage?.removeItem(noteKey(this.#userId));
    this.#show(previews.length === 0 ? NONE : previews);
  }

  #show(previews: readonly Preview[]): void {
    const { now = Date.now } = this.#settings;
    this.#store.set(previews);
    clearTimeout(this.#timer);
    if (previews === NONE) return;
    const untilNextMs = Math.min(...previews.map(({ endsAt }) => Date.parse(endsAt))) - now();
    this.#timer = setTimeout(() => void this.check(), Math.min(Math.max(untilNextMs, AGAIN_MS), LONGEST_TIMER_MS));
  }
}
