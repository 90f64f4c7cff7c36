import type { DescribedContract } from '@portage/contracts/compatibility';
import type { Bundle } from '../bundle.ts';
import { type ContractUses, type DescribeCalls, findMissing, findUses } from '../contract-uses.ts';
import { DeployError } from '../deploy-error.ts';
import type { DeploymentsClient } from '../deployments-client.ts';

/**
 * Checks that the target's API has every call and field that the area uses. A number can't: releases count it, and the tree that an area is
 * built from may be ahead of the last one.
 *
 * @returns what the area uses
 * @throws DeployError that names what is missing
 */
export async function checkContract(
  client: Pick<DeploymentsClient, 'call'>,
  bundle: Bundle,
  describeCalls: DescribeCalls,
): Promise<ContractUses> {
  const { uses, built } = findUses(bundle, describeCalls);
  const target = await readContract(client, uses.calls);
  const missing = target ? findMissing(uses, built, target) : [];
  if (missing.length === 0) return uses;
  throw new DeployError(
    `mfe-${bundle.area} uses what the running API does not have, or has differently: ${missing.join('; ')}. Deploy it there first: npm run deploy -w edge-api`,
  );
}

/** @returns null if the API is too old to describe itself */
export async function readContract({ call }: Pick<DeploymentsClient, 'call'>, names: string[]): Promise<DescribedContract | null> {
  try {
    return (await call('POST /api/deployments/contract', { body: { calls: names } })).calls as DescribedContract;
  } catch (error) {
    if (error instanceof DeployError && error.status === 404) return null;
    throw error;
  }
}
