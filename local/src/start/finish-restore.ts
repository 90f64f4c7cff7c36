import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncPath } from '../disk/write-durably.ts';

/** A restore writes here, and whatever is in it doesn't count. */
export const RESTORING = 'restoring';
/** Whole and on disk: from now on, this is the data. */
export const RESTORED = 'restored';
/** What was there before is gone, and these files move to their place. */
const MOVING = 'restored-moving';
/** Not part of the data: a restore leaves it alone, and a backup leaves it out. */
export const NOT_DATA: readonly string[] = ['running.json', 'backups', 'lost+found', RESTORING, RESTORED, MOVING];

/**
 * Puts restored data in place of what the folder contains. Killed at any point, it can be called again. The folder itself
 * stays, because it may be a mounted disk.
 */
export function finishRestore(root: string, onStep: (step: string) => void = () => {}): void {
  const [restored, moving] = [join(root, RESTORED), join(root, MOVING)];
  if (existsSync(restored)) {
    for (const name of readdirSync(root)) {
      if (NOT_DATA.includes(name)) continue;
      rmSync(join(root, name), { recursive: true, force: true });
      onStep(`removed ${name}`);
    }
    renameSync(restored, moving);
    syncPath(root);
    onStep('removed');
  }
  if (!existsSync(moving)) return;
  for (const name of readdirSync(moving)) {
    // A start may have made an empty folder of this name.
    rmSync(join(root, name), { recursive: true, force: true });
    renameSync(join(moving, name), join(root, name));
    onStep(`moved ${name}`);
  }
  syncPath(root);
  rmdirSync(moving);
}
