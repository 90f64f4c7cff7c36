import { type BundleSize, checkSize, computeBundleSize } from '../area-size.ts';
import type { Bundle } from '../bundle.ts';
import type { ContractUses, DescribeCalls } from '../contract-uses.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { DeploymentsClient } from '../deployments-client.ts';
import { type AreaManifest, readManifest } from '../manifest.ts';
import { checkContract } from './check-contract.ts';
import { checkLoading } from './check-loading.ts';
import { checkSyntax } from './check-syntax.ts';

/**
 * Checks everything that can be checked before people get the area, quick checks first.
 *
 * @param options.url of the Portage in whose shell it must load; null: it has been loaded in the same shell
 * @throws DeployError with the first problem
 */
export async function checkArea(
  client: DeploymentsClient,
  area: DeployedArea,
  bundle: Bundle,
  { url, describeCalls }: { url: string | null; describeCalls: DescribeCalls },
): Promise<{ manifest: AreaManifest; size: BundleSize; uses: ContractUses }> {
  const checked = checkBundle(area, bundle);
  const uses = await checkContract(client, bundle, describeCalls);
  if (url !== null) await checkLoading(bundle, area.firstPage, url);
  return { ...checked, uses };
}

/** The checks that need no Portage. @throws DeployError with the first problem */
export function checkBundle(area: DeployedArea, bundle: Bundle): { manifest: AreaManifest; size: BundleSize } {
  const manifest = readManifest(bundle);
  checkSyntax(bundle);
  const size = computeBundleSize(bundle, manifest);
  checkSize(area, size);
  return { manifest, size };
}
