import type { PortageHost } from '@portage/ui/base';
import { registerApplication, start } from 'single-spa';
import { AREA_NAMES, type AreaName, areaOf } from '../routing/areas.ts';
import { createAreaLoader } from './area-loader.ts';
import { AreaSlot, type AreaStatus } from './area-slot.ts';
import { AreaRegistry } from './registry.ts';

export interface AreasSettings {
  host: PortageHost;
  /** Whether the area stands at the path, for whoever is signed in. */
  isAt(path: string, area: AreaName): boolean;
  /** An area is about to appear. */
  onLoading(): void;
}

type Listener = () => void;

/** One object, so that React sees no change where there is none. */
const IDLE: AreaStatus = { kind: 'idle' };

/** The areas of the page: one slot each, registered with single-spa by their addresses. */
export class Areas {
  /** Holds the areas' elements; the frame puts it where pages belong. */
  readonly element = document.createElement('div');
  readonly #registry = new AreaRegistry({ origin: location.origin, allowLoopback: process.env.NODE_ENV !== 'production' });
  readonly #slots = new Map<AreaName, AreaSlot>();
  readonly #statuses = new Map<AreaName, AreaStatus>();
  readonly #listeners = new Set<Listener>();
  readonly #onLoading: () => void;

  constructor({ host, isAt, onLoading }: AreasSettings) {
    this.#onLoading = onLoading;
    const load = createAreaLoader();
    for (const area of AREA_NAMES) {
      const slot = new AreaSlot({
        area,
        element: this.element,
        registry: this.#registry,
        load,
        onStatus: (status) => this.#setStatus(area, status),
      });
      this.#slots.set(area, slot);
      registerApplication({
        name: area,
        app: { bootstrap: slot.bootstrap, mount: slot.mount, unmount: slot.unmount },
        activeWhen: ({ pathname }) => isAt(pathname, area),
        customProps: { host },
      });
    }
    start({ urlRerouteOnly: true });
  }

  statusOf(area: AreaName): AreaStatus {
    return this.#statuses.get(area) ?? IDLE;
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A page that failed says nothing about the next one: moving inside a failed area tries again. */
  moved(path: string): void {
    const area = areaOf(path);
    if (area && this.statusOf(area).kind === 'failed') void this.retry(area);
  }

  async retry(area: AreaName): Promise<void> {
    await this.#slots.get(area)?.resume();
  }

  /**
   * Changes the address by way of `go`. The registry is asked first and waited for (at most 300 ms), so that the click
   * after a deploy gets the new version also where the area stays the same.
   */
  async around(path: string, go: () => void): Promise<void> {
    const area = areaOf(path);
    if (!area) return go();
    await this.#registry.checkWithin();
    const slot = area === areaOf(location.pathname) ? this.#slots.get(area) : undefined;
    if (!slot?.isOutdated) return go();
    await slot.suspend();
    go();
    await slot.resume();
  }

  #setStatus(area: AreaName, status: AreaStatus): void {
    this.#statuses.set(area, status);
    if (status.kind === 'loading') this.#onLoading();
    for (const listener of this.#listeners) listener();
  }
}
