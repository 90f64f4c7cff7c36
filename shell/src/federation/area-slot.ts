import type { ReportOutcome } from '@portage/contracts';
import { inTime } from '@portage/primitives/in-time';
import type { AreaLifecycles, LoadArea } from './area-loader.ts';
import { AreaProblem } from './area-problem.ts';
import type { AreaVersion } from './read-registry.ts';
import type { AreaRegistry } from './registry.ts';

export type AreaStatus =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'shown'; version: string }
  /** `load`: its files are gone, slow or wrong. `render`: its code threw while it was on screen. */
  | { kind: 'failed'; reason: 'load' | 'render'; error: unknown };

export interface AreaSlotSettings {
  area: string;
  /** The parent of the area's own element while it is on screen. */
  element: HTMLElement;
  registry: Pick<AreaRegistry, 'check' | 'checkForMount' | 'versionOf'>;
  load: LoadArea;
  onStatus(status: AreaStatus): void;
  onBegin?(version: AreaVersion): void;
  /** Reports a version's outcome, which the registry receives. */
  onOutcome(version: AreaVersion, outcome: AreaOutcome, details?: OutcomeDetails): void;
}

export type AreaOutcome = Exclude<ReportOutcome, 'Loading'>;

export interface OutcomeDetails {
  error?: unknown;
  /** How long a version that is shown took. */
  times?: MountTimes;
}

export interface MountTimes {
  /** Until its files were there and its code had run. */
  loadMs: number;
  /** From then until it was on screen. */
  mountMs: number;
}

/** For `bootstrap` and `mount`, whose files are already loaded. */
const START_LIMIT_MS = 10_000;
/** An area that hasn't unmounted by then is cut off: until then the page shows neither it nor the next one. */
const UNMOUNT_CAP_MS = 300;

interface Mounted {
  lifecycles: AreaLifecycles;
  props: object;
  element: HTMLElement;
  stage: 'bootstrapping' | 'mounting' | 'mounted';
}

/**
 * The slot of one area in the page. single-spa gets its `mount` and `unmount`: they never reject and never wait for the network, so an area
 * that hangs or fails delays nothing else. Each mount chooses the version.
 */
export class AreaSlot {
  #status: AreaStatus = { kind: 'idle' };
  #props: object | null = null;
  #mounted: Mounted | null = null;
  /** Counts mounts and unmounts; work that started under an older number is dropped when it completes. */
  #turn = 0;
  readonly #bootstrapped = new WeakSet<AreaLifecycles>();
  readonly #settings: AreaSlotSettings;

  constructor(settings: AreaSlotSettings) {
    this.#settings = settings;
  }

  get status(): AreaStatus {
    return this.#status;
  }

  /** Whether a version other than the one on screen is live. */
  get isOutdated(): boolean {
    const live = this.#settings.registry.versionOf(this.#settings.area);
    return this.#status.kind === 'shown' && live !== undefined && live.version !== this.#status.version;
  }

  readonly bootstrap = async (): Promise<void> => {};

  readonly mount = async (props: object): Promise<void> => {
    this.#props = props;
    void this.#bring(props);
  };

  readonly unmount = async (): Promise<void> => {
    this.#props = null;
    await this.#remove({ kind: 'idle' });
  };

  /** Removes the area from the screen until `resume`, so that the address can change before its next version arrives. */
  async suspend(): Promise<void> {
    await this.#remove({ kind: 'loading' });
  }

  /** Mounts again, after `suspend`, or after a failure when the person presses Retry. */
  async resume(): Promise<void> {
    const props = this.#props;
    if (!props) return;
    await this.#remove({ kind: 'loading' });
    await this.#bring(props);
  }

  async #bring(props: object): Promise<void> {
    const { area, registry, load } = this.#settings;
    const turn = ++this.#turn;
    this.#show({ kind: 'loading' });
    let version: AreaVersion | undefined;
    let isLoaded = false;
    try {
      await registry.checkForMount();
      // Until a version is known, there is nothing to load.
      if (!registry.versionOf(area)) await registry.check();
      version = registry.versionOf(area);
      if (!version) throw new Error(`the registry names no version of "${area}"`);
      this.#settings.onBegin?.(version);
      const startedAt = performance.now();
      const lifecycles = await load(version);
      isLoaded = true;
      const loadedAt = performance.now();
      if (turn !== this.#turn) return;
      await inTime(this.#place(version, lifecycles, props, turn), START_LIMIT_MS, hung);
      if (turn !== this.#turn || this.#status.kind !== 'loading') return;
      this.#show({ kind: 'shown', version: version.version });
      this.#settings.onOutcome(version, 'Shown', { times: { loadMs: loadedAt - startedAt, mountMs: performance.now() - loadedAt } });
    } catch (error) {
      // A load counts as failed even if the person has left meanwhile; a mount that was left never ends.
      if (version && (turn === this.#turn || !isLoaded)) this.#settings.onOutcome(version, 'LoadFailed', { error });
      if (turn === this.#turn) await this.#fail('load', error);
    }
  }

  async #place(version: AreaVersion, lifecycles: AreaLifecycles, props: object, turn: number): Promise<void> {
    const element = document.createElement('div');
    this.#settings.element.append(element);
    const areaProps = {
      ...props,
      // single-spa-react stores roots under this name: a mount never touches the root of an earlier one that is still being removed.
      name: `${this.#settings.area} ${turn}`,
      domElement: element,
      onFailure: (error: unknown) => {
        this.#settings.onOutcome(version, 'RenderFailed', { error });
        if (turn === this.#turn) void this.#fail('render', error);
      },
    };
    const mounted: Mounted = { lifecycles, props: areaProps, element, stage: 'bootstrapping' };
    this.#mounted = mounted;
    if (!this.#bootstrapped.has(lifecycles)) {
      await lifecycles.bootstrap(areaProps);
      this.#bootstrapped.add(lifecycles);
    }
    if (turn !== this.#turn) return;
    mounted.stage = 'mounting';
    await lifecycles.mount(areaProps);
    mounted.stage = 'mounted';
  }

  async #fail(reason: 'load' | 'render', error: unknown): Promise<void> {
    console.error(`The area "${this.#settings.area}" failed (${reason}).`, error);
    await this.#remove({ kind: 'failed', reason, error });
  }

  async #remove(next: AreaStatus): Promise<void> {
    this.#turn += 1;
    const mounted = this.#mounted;
    this.#mounted = null;
    this.#show(next);
    if (!mounted) return;
    const unmounting = unmountLater(mounted).catch((error: unknown) => {
      console.error(`The area "${this.#settings.area}" failed while it was being unmounted.`, error);
    });
    // React never reports the end of a mount or unmount that overtook each other (single-spa-react waits for effects that never run).
    if (mounted.stage === 'mounted') {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cap = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, UNMOUNT_CAP_MS);
      });
      await Promise.race([unmounting, cap]);
      clearTimeout(timer);
    }
    mounted.element.remove();
  }

  #show(status: AreaStatus): void {
    this.#status = status;
    this.#settings.onStatus(status);
  }
}

/** In a microtask: a page that throws calls from within React's rendering, and React refuses to unmount there. */
async function unmountLater({ lifecycles, props, stage }: Mounted): Promise<void> {
  if (stage === 'bootstrapping') return;
  await null;
  await lifecycles.unmount(props);
}

function hung(): AreaProblem {
  return new AreaProblem('hung', `it showed nothing for ${START_LIMIT_MS / 1_000} seconds`);
}
