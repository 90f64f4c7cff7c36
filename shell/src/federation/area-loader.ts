import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import provideRuntimeCore from '@module-federation/inject-external-runtime-core-plugin';
import { inTime } from '@portage/primitives/in-time';
import type { AreaProblem } from './area-problem.ts';
import { fetchFirstFiles } from './fetch-ahead.ts';
import { changedFile } from './integrity.ts';
import type { AreaVersion } from './read-registry.ts';
import { listShared, SHELL_NAME, type SharedCopy } from './shared-copies.ts';
import { mismatchesOfManifest, mismatchProblem } from './shared-mismatch.ts';
import { providedModules } from './shared-modules.ts';

type Lifecycle = (props: object) => Promise<unknown>;

/** What an area exposes as `./app`, single-spa's lifecycles. */
export interface AreaLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
}

export type LoadArea = (version: AreaVersion) => Promise<AreaLifecycles>;

export interface AreaLoader {
  load: LoadArea;
  /** The copies that a loaded version uses, as the federation runtime chose them. */
  listShared(version: AreaVersion): SharedCopy[];
}

export interface AreaLoaderSettings {
  /** For the manifest, and again for the entry script. Otherwise a hung manifest would stay in the runtime's loading map forever. */
  resourceTimeoutMs?: number;
  /** For everything until the lifecycles are loaded. */
  totalTimeoutMs?: number;
}

interface Remote {
  version: AreaVersion;
  /** Why its manifest or its entry was refused: the runtime reports only that it couldn't load it. */
  problem: AreaProblem | null;
  /** Address of the entry script, once requested. */
  script: string | null;
}

/**
 * Creates the shell's federation host.
 *
 * Each version of an area is its own remote (`portage_workflows_<version>`): the version on screen stays complete while the next one loads,
 * and nothing from the old one is found under the new one's names. The browser checks that manifest and entry script are the deployed ones;
 * the entry knows the hashes of all other files.
 *
 * @returns `load` loads an area's lifecycles; it rejects if the area is gone, slow or wrong (with an AreaProblem if it was refused), and
 * starts again at the next call.
 */
export function createAreaLoader({ resourceTimeoutMs = 8_000, totalTimeoutMs = 20_000 }: AreaLoaderSettings = {}): AreaLoader {
  const remotes = new Map<string, Remote>();
  const shared = providedModules();
  const host = createInstance({
    name: SHELL_NAME,
    remotes: [],
    shared,
    shareStrategy: 'loaded-first',
    // Areas are built with `externalRuntime`: they take the federation core from here instead of bringing their own.
    plugins: [provideRuntimeCore(), checkedResources(remotes, shared, resourceTimeoutMs)],
  });
  const loaded = new Map<string, Promise<AreaLifecycles>>();

  async function load(name: string, version: AreaVersion): Promise<AreaLifecycles> {
    const remote: Remote = { version, problem: null, script: null };
    remotes.set(name, remote);
    const tooLate = () => new Error(`nothing after ${totalTimeoutMs / 1000} seconds`);
    // `force` also clears what an earlier failed attempt left behind.
    host.registerRemotes([{ name, entry: version.entry }], { force: true });
    try {
      return readLifecycles(version.area, await inTime(host.loadRemote<unknown>(`${name}/app`), totalTimeoutMs, tooLate));
    } catch (error) {
      throw remote.problem ?? (await changedScript(remote, resourceTimeoutMs)) ?? error;
    }
  }

  return {
    load(version) {
      const name = buildRemoteName(version);
      let lifecycles = loaded.get(name);
      if (!lifecycles) {
        lifecycles = load(name, version);
        loaded.set(name, lifecycles);
        lifecycles.catch(() => loaded.delete(name));
      }
      return lifecycles;
    },
    listShared: (version) => listShared(host.shareScopeMap, buildRemoteName(version)),
  };
}

function buildRemoteName({ area, version }: AreaVersion): string {
  return `portage_${area}_${version}`;
}

/** Enforces time limits, and allows only what was deployed. */
function checkedResources(
  remotes: ReadonlyMap<string, Remote>,
  shared: ReturnType<typeof providedModules>,
  timeoutMs: number,
): ModuleFederationRuntimePlugin {
  return {
    name: 'portage-checked-resources',
    async fetch(url, init, remoteInfo) {
      const remote = remotes.get(remoteInfo?.name ?? '');
      const integrity = remote?.version.integrity?.manifest;
      const checked = integrity ? { integrity } : {};
      let response: Response;
      try {
        response = await fetch(url, { ...init, ...checked, signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        if (remote && integrity) remote.problem = await changedFile(url, integrity, timeoutMs);
        throw error;
      }
      if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
      const manifest: unknown = await response.clone().json();
      const mismatches = mismatchesOfManifest(manifest, shared);
      if (mismatches.length > 0) {
        const problem = mismatchProblem(mismatches);
        if (remote) remote.problem = problem;
        throw problem;
      }
      if (integrity) void fetchFirstFiles(manifest, url);
      return response;
    },
    async beforePreloadRemote({ preloadOps }) {
      // Would run chunks as scripts without their hashes; see fetchFirstFiles.
      preloadOps.length = 0;
    },
    createScript({ url, remoteInfo }) {
      const remote = remotes.get(remoteInfo?.name ?? '');
      if (remote) remote.script = url;
      const script = document.createElement('script');
      script.src = url;
      // Scripts that a script adds wait behind everything else, even if the browser has them.
      script.fetchPriority = 'high';
      script.integrity = remote?.version.integrity?.remoteEntry ?? '';
      return { script, timeout: timeoutMs };
    },
  };
}

async function changedScript({ script, version }: Remote, timeoutMs: number): Promise<AreaProblem | null> {
  return script && version.integrity ? changedFile(script, version.integrity.remoteEntry, timeoutMs) : null;
}

function readLifecycles(area: string, module: unknown): AreaLifecycles {
  const lifecycles = module as Partial<AreaLifecycles> | null;
  if (typeof lifecycles?.bootstrap !== 'function' || typeof lifecycles.mount !== 'function' || typeof lifecycles.unmount !== 'function') {
    throw new Error(`the area "${area}" exposes no bootstrap, mount and unmount`);
  }
  return lifecycles as AreaLifecycles;
}
