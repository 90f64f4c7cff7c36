import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleFiles } from '@portage/build-output';
import { WORKER_NAMES, type WorkerName } from '@portage/registry';
import { moveFolderDurably, writeDurably } from '../disk/write-durably.ts';

export interface WorkerState {
  live: string;
  previous: string | null;
  /** What the last `npm start` built. Only a different build replaces a version deployed since. */
  built: string;
  /** The version that a command replaced last. The next start doesn't bring it back, although the tree still builds it. */
  replaced?: string;
}

export interface WorkerVersions {
  states(): Record<WorkerName, WorkerState>;
  /** Folders of the running versions: `bundle/`, `wrangler.jsonc` and, for the shell, `shell/` with its page's files. */
  liveFolders(): Record<WorkerName, string>;
  /** The folder of a complete version. */
  folderOf(worker: WorkerName, version: string): string;
  has(worker: WorkerName, version: string): boolean;
  /** @throws if the version is already complete: it is never overwritten */
  put(worker: WorkerName, version: string, path: string, content: Buffer): void;
  /**
   * Checks that all files of the version arrived.
   *
   * @param files by path, with their SHA-256 in hexadecimal digits
   * @throws if a file is missing or differs, or if nothing was uploaded for the version
   */
  complete(worker: WorkerName, version: string, files: Readonly<Record<string, string>>): void;
  setLive(worker: WorkerName, version: string): void;
}

export interface BuiltWorker {
  version: string;
  /** The tree's folder it was built from. */
  workspace: string;
  bundle: string;
  /** The shell's page and its files; null for the other Workers. */
  site: string | null;
}

const KEPT_VERSIONS = 5;

/**
 * Stores the Workers' versions in a data folder, apart from the tree they were built in: a build there changes nothing that
 * runs, and there is a version to roll back to. A version from `built` becomes live if it differs from the last start's build.
 */
export function openWorkerVersions(folder: string, built: Record<WorkerName, BuiltWorker>): WorkerVersions {
  const file = join(folder, 'live.json');
  const known = readStates(file);
  const folderOf = (worker: WorkerName, version: string) => join(folder, worker, version);
  const freshOf = (worker: WorkerName, version: string) => join(folder, worker, `.${version}`);
  const has = (worker: WorkerName, version: string) => existsSync(folderOf(worker, version));

  function keep(worker: WorkerName, { version, workspace, bundle, site }: BuiltWorker): void {
    if (has(worker, version)) return;
    const fresh = freshOf(worker, version);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(join(fresh, 'bundle'), { recursive: true });
    for (const name of bundleFiles(bundle)) cpSync(join(bundle, name), join(fresh, 'bundle', name));
    cpSync(join(workspace, 'wrangler.jsonc'), join(fresh, 'wrangler.jsonc'));
    if (site) cpSync(site, join(fresh, 'shell'), { recursive: true });
    moveFolderDurably(fresh, folderOf(worker, version));
  }

  function stateAtStart(worker: WorkerName): WorkerState {
    const before = known[worker];
    const { version } = built[worker];
    keep(worker, built[worker]);
    if (!before || !has(worker, before.live)) return { live: version, previous: null, built: version };
    if ([before.built, before.live, before.replaced].includes(version)) return { ...before, built: version };
    return { live: version, previous: before.live, built: version };
  }

  const states = Object.fromEntries(WORKER_NAMES.map((worker) => [worker, stateAtStart(worker)])) as Record<WorkerName, WorkerState>;
  write();

  function write(): void {
    writeDurably(file, JSON.stringify(states, null, 2));
  }

  function dropOldVersions(worker: WorkerName): void {
    const { live, previous, built: lastBuilt } = states[worker];
    const old = readdirSync(join(folder, worker))
      .filter((version) => ![live, previous, lastBuilt].includes(version))
      .sort((a, b) => statSync(folderOf(worker, b)).mtimeMs - statSync(folderOf(worker, a)).mtimeMs);
    for (const version of old.slice(KEPT_VERSIONS)) rmSync(folderOf(worker, version), { recursive: true, force: true });
  }

  return {
    states: () => structuredClone(states),
    liveFolders: () =>
      Object.fromEntries(WORKER_NAMES.map((worker) => [worker, folderOf(worker, states[worker].live)])) as Record<WorkerName, string>,
    folderOf,
    has,
    put(worker, version, path, content) {
      if (has(worker, version)) throw new Error(`Version ${version} of ${worker} is complete already.`);
      const target = join(freshOf(worker, version), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    },
    complete(worker, version, files) {
      if (has(worker, version)) return;
      const fresh = freshOf(worker, version);
      const missing = Object.entries(files).find(([path, sha256]) => sha256Of(join(fresh, path)) !== sha256);
      if (missing) throw new Error(`${missing[0]} of version ${version} of ${worker} is not there, or another.`);
      if (worker === 'shell') keepOldFiles(join(folderOf(worker, states.shell.live), 'shell/static'), join(fresh, 'shell/static'));
      moveFolderDurably(fresh, folderOf(worker, version));
    },
    setLive(worker, version) {
      const { live } = states[worker];
      if (live === version) return;
      states[worker] = { ...states[worker], live: version, previous: live, replaced: live };
      write();
      dropOldVersions(worker);
    },
  };
}

/** Open pages still lazy-load files of the previous version; a name always stands for the same file. */
function keepOldFiles(before: string, after: string): void {
  if (existsSync(before)) cpSync(before, after, { recursive: true, force: false });
}

function sha256Of(file: string): string | null {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;
}

function readStates(file: string): Partial<Record<WorkerName, WorkerState>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<WorkerName, WorkerState>>;
  } catch {
    return {};
  }
}
