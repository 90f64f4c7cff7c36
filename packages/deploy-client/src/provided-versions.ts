import { join } from 'node:path';
import { installedVersion, SHARED_PACKAGES } from '@portage/area-build/shared-modules';
import { ROOT } from '@portage/build-output';
import type { SharedVersions } from '@portage/registry';

/** What a shell built here shares with areas: `react: 19.3.1`. */
export function providedVersions(): SharedVersions {
  const manifest = join(ROOT, 'shell/package.json');
  // The kit isn't shared: areas of other repositories bring theirs, and need a shell that has what it expects.
  return Object.fromEntries([...SHARED_PACKAGES, '@portage/area-kit'].map((name) => [name, installedVersion(name, manifest)]));
}
