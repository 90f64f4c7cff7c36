import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataDir } from '../stack/stack.ts';

const run = promisify(execFile);

/** A data folder on a disk that can lose power. */
export interface LossyDataDir extends DataDir {
  /** Loses every write that wasn't synced. All processes that use the folder must be dead. */
  losePower(): Promise<void>;
}

/**
 * A data folder on a file system in an image file. Unsynced writes are still in memory and not in the image, so a copy
 * of the image is what a disk would hold after a power failure.
 *
 * @throws if this process may not mount (it needs root and loop devices)
 */
export async function lossyDataDir(): Promise<LossyDataDir> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-lossy-'));
  const [image, mounted] = [join(folder, 'disk.img'), join(folder, 'disk')];
  await mkdir(mounted);
  await run('truncate', ['--size=4G', image]);
  await run('mkfs.ext4', ['-q', image]);
  await run('mount', ['-o', 'loop', image, mounted]);
  return {
    dataDir: join(mounted, 'data'),
    async losePower() {
      const survived = join(folder, 'survived.img');
      await run('cp', ['--sparse=always', image, survived]);
      // Writes the rest to the discarded image.
      await run('umount', [mounted]);
      await rename(survived, image);
      await run('mount', ['-o', 'loop', image, mounted]);
    },
    async remove() {
      await run('umount', [mounted]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
