import { compareContracts, type DescribedContract } from '@portage/contracts/compatibility';
import { type Bundle, plainFiles } from '../bundle.ts';
import { DeployError } from '../deploy-error.ts';
import type { DeploymentsClient } from '../deployments-client.ts';

/** The contract that an area is built with: these calls of it. */
export type DescribeCalls = (names: readonly string[]) => DescribedContract;

/**
 * Checks that the target's API has every call and field that the area uses. A number can't: releases count it, and the tree that an area is
 * built from may be ahead of the last one.
 *
 * @throws DeployError that names what is missing
 */
export async function checkContract(client: Pick<DeploymentsClient, 'call'>, bundle: Bundle, describeCalls: DescribeCalls): Promise<void> {
  const scripts = readScripts(bundle);
  const built = describeCalls(findCalls(scripts));
  const target = await readContract(client, Object.keys(built));
  const missing = target ? findMissing(scripts, built, target) : [];
  if (missing.length === 0) return;
  throw new DeployError(
    `mfe-${bundle.area} uses what the running API does not have, or has differently: ${missing.join('; ')}. Deploy it there first: npm run deploy -w edge-api`,
  );
}

/** @returns null if the API is too old to describe itself */
async function readContract({ call }: Pick<DeploymentsClient, 'call'>, names: string[]): Promise<DescribedContract | null> {
  try {
    return (await call('POST /api/deployments/contract', { body: { calls: names } })).calls as DescribedContract;
  } catch (error) {
    if (error instanceof DeployError && error.status === 404) return null;
    throw error;
  }
}

function readScripts(bundle: Bundle): string {
  return plainFiles(bundle)
    .filter(({ path }) => path.endsWith('.js'))
    .map(({ content }) => content.toString())
    .join('\n');
}

/** A built script has the names of its calls as they are declared. */
export function findCalls(scripts: string): string[] {
  return [...new Set(scripts.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}.-]+/g))];
}

/**
 * What scripts use of a contract and another one lacks.
 *
 * @param built the calls that the scripts make; of their fields, only those whose names are in the scripts count
 */
export function findMissing(scripts: string, built: DescribedContract, target: DescribedContract): string[] {
  const words = new Set(scripts.match(/[\w$]+/g));
  return compareContracts(built, target)
    .filter(({ severity, path }) => severity === 'break' && (!path.includes('.') || words.has(/([\w$]+)(?:\[\])*$/.exec(path)?.[1] ?? '')))
    .map(({ call, path }) => (path ? `${call} (${path})` : call));
}
