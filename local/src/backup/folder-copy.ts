import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';

/** Another write within this time could leave the same modification time. */
const CLOCK_STEP_MS = 2_000;

/**
 * Copies a folder that is being written to. The first `update` takes long and copies files in any state; a later one,
 * while nothing writes, copies only what has changed since, so that the writers hardly wait.
 */
export class FolderCopy {
  readonly #from: string;
  readonly #to: string;
  readonly #isWanted: (path: string) => boolean;
  /** Size and time of the copied files. Empty: changed too recently to tell. */
  readonly #copied = new Map<string, string>();

  /** @param isWanted by path below `from` */
  constructor(from: string, to: string, isWanted: (path: string) => boolean) {
    this.#from = from;
    this.#to = to;
    this.#isWanted = isWanted;
  }

  update(): void {
    const found = new Set<string>();
    for (const path of this.#list('')) {
      if (this.#copy(path)) found.add(path);
    }
    for (const path of this.#copied.keys()) {
      if (found.has(path)) continue;
      rmSync(join(this.#to, path), { force: true });
      this.#copied.delete(path);
    }
  }

  /** The copied files in alphabetical order, with their sizes in bytes. */
  files(): { path: string; size: number }[] {
    return [...this.#copied.keys()].sort().map((path) => ({ path, size: statSync(join(this.#to, path)).size }));
  }

  #list(folder: string): string[] {
    return unlessGone(() => readdirSync(join(this.#from, folder), { withFileTypes: true }), []).flatMap((entry) => {
      const path = relative(this.#from, join(this.#from, folder, entry.name));
      if (!this.#isWanted(path)) return [];
      if (entry.isSymbolicLink())
        throw new StartError(`${join(this.#from, path)} is a symbolic link, which a backup can't hold: replace it with what it leads to.`);
      return entry.isDirectory() ? this.#list(path) : entry.isFile() ? [path] : [];
    });
  }

  /** @returns whether the file still exists */
  #copy(path: string): boolean {
    return unlessGone(() => {
      const { size, mtimeNs, mtimeMs, ino } = statSync(join(this.#from, path), { bigint: true });
      const state = mtimeMs > Date.now() - CLOCK_STEP_MS ? '' : `${size} ${mtimeNs} ${ino}`;
      if (state === '' || this.#copied.get(path) !== state) {
        mkdirSync(dirname(join(this.#to, path)), { recursive: true });
        copyFileSync(join(this.#from, path), join(this.#to, path), constants.COPYFILE_FICLONE);
      }
      this.#copied.set(path, state);
      return true;
    }, false);
  }
}

function unlessGone<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
