import { join } from 'node:path';
import type { SharedVersions } from '@portage/registry';
import { installedVersion, SHARED_PACKAGES } from '../../area-build/shared-modules.ts';
import { ROOT } from '../../build/workspace-root.ts';

/** What a shell that is built here shares with areas: `react: 19.3.1`. */
export function providedVersions(): SharedVersions {
  const manifest = join(ROOT, 'shell/package.json');
  return Object.fromEntries(SHARED_PACKAGES.map((name) => [name, installedVersion(name, manifest)]));
}
