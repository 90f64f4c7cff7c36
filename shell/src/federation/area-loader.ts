import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { AreaVersion } from './registry.ts';
import { providedModules } from './shared-modules.ts';

type Lifecycle = (props: object) => Promise<unknown>;

/** What an area exposes as `./app`, single-spa's lifecycles. */
export interface AreaLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
}

export type LoadArea = (area: string, version: AreaVersion) => Promise<AreaLifecycles>;

export interface AreaLoaderSettings {
  /** For the manifest, and again for the entry script. A hung manifest would else stay in the runtime's loading map for ever. */
  resourceTimeoutMs?: number;
  /** For everything until the lifecycles are there. */
  totalTimeoutMs?: number;
}

/**
 * Makes the shell's federation host.
 *
 * Each version of an area is a remote of its own (`portage_workflows_<version>`): the version that is on screen stays
 * whole while the next one is being loaded, and nothing of the old is found under the new one's names.
 *
 * @returns a function that loads an area's lifecycles; it rejects when the area is gone, slow or wrong, and starts anew
 *   when it is asked again.
 */
export function createAreaLoader({ resourceTimeoutMs = 8_000, totalTimeoutMs = 20_000 }: AreaLoaderSettings = {}): LoadArea {
  // Areas are built with `externalRuntime`: they take the federation core from here instead of bringing their own.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const host = createInstance({
    name: 'portage_shell',
    remotes: [],
    shared: providedModules(),
    shareStrategy: 'loaded-first',
    plugins: [timeouts(resourceTimeoutMs)],
  });
  const loaded = new Map<string, Promise<AreaLifecycles>>();

  return function loadArea(area, { version, entry }) {
    const name = `portage_${area}_${version}`;
    let lifecycles = loaded.get(name);
    if (!lifecycles) {
      // `force` also forgets what an earlier failed attempt left behind.
      host.registerRemotes([{ name, entry }], { force: true });
      lifecycles = within(totalTimeoutMs, host.loadRemote<unknown>(`${name}/app`)).then((module) => lifecyclesOf(area, module));
      loaded.set(name, lifecycles);
      lifecycles.catch(() => loaded.delete(name));
    }
    return lifecycles;
  };
}

function timeouts(timeoutMs: number): ModuleFederationRuntimePlugin {
  return {
    name: 'portage-timeouts',
    async fetch(url, init) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return response;
    },
    createScript: () => ({ timeout: timeoutMs }),
  };
}

async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing after ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function lifecyclesOf(area: string, module: unknown): AreaLifecycles {
  const lifecycles = module as Partial<AreaLifecycles> | null;
  if (typeof lifecycles?.bootstrap !== 'function' || typeof lifecycles.mount !== 'function' || typeof lifecycles.unmount !== 'function') {
    throw new Error(`the area "${area}" exposes no bootstrap, mount and unmount`);
  }
  return lifecycles as AreaLifecycles;
}
