import {
  type AreaManifest,
  type Bundle,
  type BundleSize,
  checkSize,
  computeBundleSize,
  DeployError,
  providedVersions,
  readManifest,
} from '@portage/deploy-client';
import { sharedMismatches } from '@portage/registry';
import { checkLoading } from './check-loading.ts';
import { checkSyntax } from './check-syntax.ts';

/** Checks everything that can be checked before people get the area, quick checks first. @throws DeployError with the first problem */
export async function checkArea(bundle: Bundle): Promise<{ manifest: AreaManifest; size: BundleSize }> {
  const manifest = readManifest(bundle);
  checkSyntax(bundle);
  const [mismatch] = sharedMismatches(manifest.shared, providedVersions());
  if (mismatch) {
    throw new DeployError(
      `mfe-${bundle.area} does not fit the shell. ${mismatch} Use the shell's version, or deploy a shell with the other one first.`,
    );
  }
  const size = computeBundleSize(bundle, manifest);
  checkSize(bundle.area, size);
  await checkLoading(bundle);
  return { manifest, size };
}
