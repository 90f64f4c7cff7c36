import {
  type AreaManifest,
  type Bundle,
  type BundleSize,
  checkSize,
  computeBundleSize,
  type DeploymentsClient,
  readManifest,
} from '@portage/deploy-client';
import { checkContract } from './check-contract.ts';
import { checkLoading } from './check-loading.ts';
import { checkSyntax } from './check-syntax.ts';

/**
 * Checks everything that can be checked before people get the area, quick checks first.
 *
 * @param url of the Portage in whose shell it must load; null: it has been loaded in the same shell
 * @throws DeployError with the first problem
 */
export async function checkArea(
  client: DeploymentsClient,
  bundle: Bundle,
  url: string | null,
): Promise<{ manifest: AreaManifest; size: BundleSize }> {
  const manifest = readManifest(bundle);
  checkSyntax(bundle);
  const size = computeBundleSize(bundle, manifest);
  checkSize(bundle.area, size);
  await checkContract(client, bundle);
  if (url !== null) await checkLoading(bundle, url);
  return { manifest, size };
}
