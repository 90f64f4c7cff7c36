import type { PortageHost } from '@portage/area-kit/base';
import { createStore } from '@portage/primitives/store';
import { AREA_NAMES } from '@portage/registry';
import { registerApplication, start, triggerAppChange } from 'single-spa';
import { editorAt } from '../routing/editors.ts';
import { type OutsideArea, outsideAreas } from '../routing/outside-areas.ts';
import { findPageArea } from '../routing/routes.ts';
import { type AreaLoader, createAreaLoader } from './area-loader.ts';
import { type AreaOutcome, AreaSlot, type AreaStatus, type OutcomeDetails } from './area-slot.ts';
import { PagePreviews, type Preview, previewCalls } from './page-previews.ts';
import { type AreaVersion, type Development, readMenu } from './read-registry.ts';
import { AreaRegistry } from './registry.ts';
import type { SharedCopy } from './shared-copies.ts';

export interface AreasSettings {
  host: PortageHost;
  /** Whether the area owns the path, for every signed-in person. */
  isAt(path: string, area: string): boolean;
  onLoading(): void;
  onBegin(version: AreaVersion): void;
  onOutcome(version: AreaVersion, outcome: AreaOutcome, details: OutcomeDetails & { shared?: readonly SharedCopy[] }): void;
  /** Where a note about previews is stored; null: nowhere. */
  storage: Storage | null;
  /** @param isLiveShown false: the live version waits until the person leaves the page; null: nothing is live */
  onPreviewEnded(preview: Preview, isLiveShown: boolean | null): void;
  /** Whether swapping the area's code now would lose what the person typed. */
  hasUnsavedWork(): boolean;
}

/** How long a check made when the pointer reached a link is good enough for its click. */
const PREPARED_MS = 5_000;

/** One object, so that React sees no change when nothing changed. */
const IDLE: AreaStatus = { kind: 'idle' };

/** The areas of the page: one slot each, registered with single-spa by their addresses. */
export class PageAreas {
  /** Contains the areas' elements; the frame puts it where pages go. */
  readonly element = document.createElement('div');
  readonly previews: PagePreviews;
  readonly #registry: AreaRegistry;
  readonly #slots = new Map<string, AreaSlot>();
  readonly #statuses = createStore<Partial<Record<string, AreaStatus>>>({});
  readonly #onLoading: () => void;
  readonly #loader: AreaLoader;
  readonly #hasUnsavedWork: AreasSettings['hasUnsavedWork'];
  readonly #onPreviewEnded: AreasSettings['onPreviewEnded'];
  /** Areas of other repositories that everyone gets; null until the registry was read. */
  #published: readonly OutsideArea[] | null = null;
  #path = location.pathname;
  /** For one click; `readyAt` is NaN until the registry has responded. */
  #preparation: { path: string; readyAt: number } | null = null;

  constructor({ host, isAt, onLoading, onBegin, onOutcome, storage, onPreviewEnded, hasUnsavedWork }: AreasSettings) {
    this.#onLoading = onLoading;
    this.#hasUnsavedWork = hasUnsavedWork;
    const visitor = { origin: location.origin, getUserId: () => host.session.getUser()?.id ?? null };
    this.#onPreviewEnded = onPreviewEnded;
    const onEnded = (preview: Preview) => void this.#leavePreview(preview);
    this.previews = new PagePreviews({ ...visitor, calls: previewCalls(host.api), storage, onEnded });
    this.#registry = new AreaRegistry({
      ...visitor,
      allowDevelopment: process.env.NODE_ENV !== 'production',
      previews: this.previews,
      onOutsideAreas: (areas) => {
        this.#published = areas;
        this.#showOutsideAreas();
      },
    });
    this.previews.subscribe(() => this.#showOutsideAreas());
    this.#loader = createAreaLoader();
    const register = (area: string) => {
      if (this.#slots.has(area)) return;
      const slot = new AreaSlot({
        area,
        element: this.element,
        registry: this.#registry,
        load: this.#loader.load,
        onStatus: (status) => this.#setStatus(area, status),
        onBegin,
        onOutcome: (version, outcome, details) => onOutcome(version, outcome, { ...details, shared: this.#loader.listShared(version) }),
      });
      this.#slots.set(area, slot);
      registerApplication({
        name: area,
        app: { bootstrap: slot.bootstrap, mount: slot.mount, unmount: slot.unmount },
        activeWhen: ({ pathname }) => isAt(pathname, area),
        customProps: { host },
      });
    };
    for (const area of AREA_NAMES) register(area);
    outsideAreas.subscribe(() => {
      for (const { name } of outsideAreas.get() ?? []) register(name);
      void triggerAppChange();
    });
    start({ urlRerouteOnly: true });
    if (!findPageArea(this.#path)) void this.#lookForOutsideAreas();
  }

  /** Nothing that is known serves the address; an area of another repository may. */
  async #lookForOutsideAreas(): Promise<void> {
    await this.#registry.check();
    this.#published ??= [];
    this.#showOutsideAreas();
  }

  /** Also those that this person only has as a preview. */
  #showOutsideAreas(): void {
    if (!this.#published) return;
    const opened = this.previews.get().flatMap((preview) => {
      const menu = readMenu(preview, preview.area);
      return menu ? [{ name: preview.area, label: menu.label }] : [];
    });
    const areas = [...new Map([...this.#published, ...opened].map((area) => [area.name, area])).values()];
    if (JSON.stringify(areas) !== JSON.stringify(outsideAreas.get())) outsideAreas.set(areas);
  }

  statusOf(area: string): AreaStatus {
    return this.#statuses.get()[area] ?? IDLE;
  }

  readonly subscribe = this.#statuses.subscribe;

  inDevelopment = (): Development => this.#registry.inDevelopment;

  /**
   * The address has changed, for whatever reason. A page that failed says nothing about the next one: moving inside a failed area tries
   * again. An editor that was left by the area itself or the back button may have delayed a new version until now.
   */
  moved(path: string): void {
    const left = editorAt(this.#path);
    const area = findPageArea(path);
    const isSameArea = area === findPageArea(this.#path);
    this.#path = path;
    if (!area) return void this.#lookForOutsideAreas();
    if (this.statusOf(area).kind === 'failed') void this.retry(area);
    else if (isSameArea && left !== null && left !== editorAt(path)) void this.#catchUp(area);
  }

  async #catchUp(area: string): Promise<void> {
    await this.#registry.checkWithin();
    const slot = this.#slots.get(area);
    if (slot?.isOutdated && editorAt(location.pathname) === null) await slot.resume();
  }

  /** @throws if the server doesn't respond */
  async closePreview(preview: Preview): Promise<void> {
    await this.previews.close(preview.area);
    await this.#leavePreview(preview);
  }

  /** Shows the live version instead: at once, or, so that the person loses nothing, when they leave the page. */
  async #leavePreview(preview: Preview): Promise<void> {
    const isShown = await this.#showCurrent(preview.area);
    this.#onPreviewEnded(preview, this.#registry.versionOf(preview.area) ? isShown : null);
  }

  async #showCurrent(area: string): Promise<boolean> {
    const slot = this.#slots.get(area);
    if (!slot || (!slot.isOutdated && slot.status.kind !== 'failed')) return true;
    if (this.#hasUnsavedWork() || editorAt(location.pathname) !== null) return false;
    await slot.resume();
    return true;
  }

  async retry(area: string): Promise<void> {
    await this.#slots.get(area)?.resume();
  }

  /** The person is about to go to `path`: loads the area there, so that a click only has to mount it. */
  async prepare(path: string): Promise<void> {
    const area = findPageArea(path);
    if (!area) return;
    const preparation = { path, readyAt: Number.NaN };
    this.#preparation = preparation;
    await this.#registry.check();
    preparation.readyAt = performance.now();
    const version = this.#registry.versionOf(area);
    // A click tries again, and shows a failure.
    if (version && area !== findPageArea(this.#path)) await this.#loader.load(version).catch(() => undefined);
  }

  /**
   * Changes the address with `go`. The registry is checked first (waiting at most 300 ms) unless `prepare` just has, so that the click after
   * a deploy gets the new version even if the area stays the same. Only an open editor keeps its version until it is left: nobody loses work halfway.
   */
  async around(path: string, go: () => void): Promise<void> {
    const area = findPageArea(path);
    if (!area) return go();
    const editor = editorAt(path);
    if (editor !== null && editor === editorAt(location.pathname)) return go();
    if (!this.#takePreparation(path)) await this.#registry.checkWithin();
    this.#registry.settle();
    const slot = area === findPageArea(location.pathname) ? this.#slots.get(area) : undefined;
    if (!slot?.isOutdated) return go();
    await slot.suspend();
    go();
    await slot.resume();
  }

  #takePreparation(path: string): boolean {
    const preparation = this.#preparation;
    this.#preparation = null;
    return preparation?.path === path && performance.now() - preparation.readyAt < PREPARED_MS;
  }

  #setStatus(area: string, status: AreaStatus): void {
    if (status.kind === 'loading') this.#onLoading();
    this.#statuses.set({ ...this.#statuses.get(), [area]: status });
  }
}
